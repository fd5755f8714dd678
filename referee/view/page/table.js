// Tables: a plain one, and a long one that draws only the rows in sight.

import { count, h } from "./dom.js";

/**
 * columns: [{title, cell(row) → node or text, number (right-aligned), hint, class}], rows: anything.
 * The first column names its row.
 */
export function table({ columns, rows, label, className = "", rowClass = () => null }) {
  const classOf = (column) => [column.number ? "number" : "", column.class ?? ""].join(" ").trim() || null;
  return h("div", { class: "scroll" }, h("table", { class: className, "aria-label": label },
    h("thead", {}, h("tr", {}, columns.map((column) =>
      h("th", { scope: "col", class: classOf(column), title: column.hint }, column.title)))),
    h("tbody", {}, rows.map((row) => h("tr", { class: rowClass(row) }, columns.map((column, i) =>
      h(i === 0 ? "th" : "td", { scope: i === 0 ? "row" : null, class: classOf(column) }, column.cell(row))))))));
}

/**
 * Thousands of rows in a box of their own. columns: [{name, title, cell(row), value(row) to sort by,
 * number}]; filters: [{title, value(row), text(value)}], each a menu of the values that occur; `words(row)`
 * is the text that is searched. `open(row)` is called for a row that is clicked or entered.
 */
export class LongTable {
  static #rowHeight = 34;
  static #spare = 8;  // rows drawn beyond either edge

  constructor({ columns, filters, words, open, label, canOpen = () => true, descending = false }) {
    Object.assign(this, { columns, filters, words, open, canOpen });
    this.all = [];
    this.rows = [];
    this.order = { column: columns[0], sign: descending ? -1 : 1 };
    this.active = null;
    this.pool = new Map();
    this.search = h("input", { type: "search", placeholder: "Find a player, reason, detail …",
      "aria-label": "Find games", oninput: () => this.#arrange(true) });
    this.menus = filters.map((filter) =>
      h("select", { "aria-label": filter.title, onchange: () => this.#arrange(true) }));
    this.total = h("output", { class: "total" });
    this.heads = columns.map((column) => h("button", { type: "button", onclick: () => this.#sort(column) }, column.title));
    this.head = h("div", { class: "row head", role: "row" }, columns.map((column, i) =>
      h("div", { class: LongTable.#cellClass(column), role: "columnheader" }, this.heads[i])));
    this.body = h("div", { class: "body", role: "rowgroup" });
    this.box = h("div", { class: "window", tabindex: 0, role: "grid", "aria-label": label,
      onscroll: () => this.#draw(), onkeydown: (event) => this.#key(event) }, this.head, this.body);
    this.element = h("div", { class: "long-table" },
      h("div", { class: "tools" }, this.search, this.menus, this.total), this.box);
    new ResizeObserver(() => this.#draw()).observe(this.box);
  }

  /** Shows these rows from now on; what is searched, filtered and sorted by stays. */
  set(rows) {
    this.all = rows;
    this.filters.forEach((filter, i) => {
      const menu = this.menus[i];
      const values = [...new Set(rows.flatMap(filter.value))].sort();
      if (menu.options.length === values.length + 1) return;
      const chosen = menu.value;
      menu.replaceChildren(h("option", { value: "" }, filter.title), ...values.map((value) =>
        h("option", { value }, filter.text ? filter.text(value) : value)));
      menu.value = values.includes(chosen) ? chosen : "";
    });
    this.#arrange(false);
  }

  /** The row `step` rows further down in the present order, if there is one. */
  neighbour(row, step) {
    return this.rows[this.rows.indexOf(row) + step];
  }

  static #cellClass = (column) => `cell ${column.name}${column.number ? " number" : ""}`;

  #sort(column) {
    this.order = { column, sign: this.order.column === column ? -this.order.sign : 1 };
    this.#arrange(true);
  }

  #arrange(fromTop) {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this.rows = this.all.filter((row) =>
      this.filters.every((filter, i) => !this.menus[i].value || filter.value(row).includes(this.menus[i].value)) &&
      (wanted.length === 0 || wanted.every((word) => this.words(row).toLowerCase().includes(word))));
    const { column, sign } = this.order;
    const key = (row) => column.value(row);
    this.rows.sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return sign * (typeof x === "string" ? x.localeCompare(y) : (x ?? -Infinity) - (y ?? -Infinity));
    });
    this.columns.forEach((each, i) =>
      this.head.children[i].setAttribute("aria-sort", each !== column ? "none" : sign > 0 ? "ascending" : "descending"));
    this.total.textContent = this.rows.length === this.all.length ? `${count(this.all.length)} games`
      : `${count(this.rows.length)} of ${count(this.all.length)} games`;
    if (fromTop) this.box.scrollTop = 0;
    this.body.replaceChildren(...(this.rows.length > 0 ? [] : [h("p", { class: "hint nothing" }, this.all.length > 0 ? "No game is like that." : "No game has ended yet.")]));
    this.pool.clear();
    this.#draw();
  }

  #draw() {
    const height = LongTable.#rowHeight;
    this.body.style.height = `${this.rows.length * height}px`;
    this.box.setAttribute("aria-rowcount", this.rows.length + 1);
    const first = Math.max(0, Math.floor(this.box.scrollTop / height) - LongTable.#spare);
    const end = Math.min(this.rows.length,
      Math.ceil((this.box.scrollTop + this.box.clientHeight) / height) + LongTable.#spare);
    for (const [index, element] of this.pool) {
      if (index >= first && index < end) continue;
      element.remove();
      this.pool.delete(index);
    }
    for (let index = first; index < end; ++index) {
      if (!this.pool.has(index)) this.pool.set(index, this.body.appendChild(this.#row(index)));
    }
    for (const [index, element] of this.pool) {
      const active = this.rows[index] === this.active;
      element.classList.toggle("active", active);
      if (active) this.box.setAttribute("aria-activedescendant", element.id);
    }
  }

  #row(index) {
    const row = this.rows[index];
    const element = h("div", { class: `row${this.canOpen(row) ? "" : " closed"}`, role: "row",
      id: `row-${index}`, "aria-rowindex": index + 2,
      onclick: () => { this.#activate(index); this.open(row); } },
    this.columns.map((column) =>
      h("div", { class: LongTable.#cellClass(column), role: "gridcell" }, column.cell(row))));
    element.style.top = `${index * LongTable.#rowHeight}px`;
    return element;
  }

  #activate(index) {
    this.active = this.rows[index];
    const top = index * LongTable.#rowHeight;
    const inside = this.box.clientHeight - this.head.offsetHeight - LongTable.#rowHeight;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    if (top > this.box.scrollTop + inside) this.box.scrollTop = top - inside;
    this.#draw();
  }

  /** Marks this row as the chosen one, as far as it is in sight of the filters. */
  choose(row) {
    const index = this.rows.indexOf(row);
    if (index >= 0) this.#activate(index);
  }

  #key(event) {
    if (event.target !== this.box || this.rows.length === 0) return;
    const now = this.rows.indexOf(this.active);
    const page = Math.max(1, Math.floor(this.box.clientHeight / LongTable.#rowHeight) - 2);
    const last = this.rows.length - 1;
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page,
      Home: 0, End: last }[event.key];
    if (event.key === "Enter" && now >= 0) this.open(this.active);
    else if (next === undefined) return;
    else this.#activate(Math.min(last, Math.max(0, next)));
    event.preventDefault();
  }
}
