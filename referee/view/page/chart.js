// Charts as SVG. Curves are drawn at the width they are shown at, so that their text keeps its size;
// the small ones that stand in tables are laid out in per cent and need no script to follow.

import { h, percent, signed, svg } from "./dom.js";

/** Round numbers within [low, high], about `wanted` of them. */
export function ticks(low, high, wanted = 5) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step = power * [1, 2, 5, 10].find((each) => span / (power * each) <= wanted);
  const first = Math.ceil(low / step - 1e-9);
  const ticks = [];
  for (let i = first; i * step <= high + step * 1e-9; ++i) ticks.push(i * step);
  return ticks;
}

/** Calls draw(width) whenever the width in pixels changes; `again()` when what is drawn has changed. */
function responsive(draw, label) {
  const element = h("div", { class: "plot", role: "img", "aria-label": label });
  let width = 0;
  const again = () => { if (width > 0) element.replaceChildren(draw(width)); };
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now === width) return;
    width = now;
    again();
  }).observe(element);
  return { element, again };
}

/**
 * Curves over a common x. series: [{name, role (class of its colour), points: [[x, y]], band: [[x, low,
 * high]], marks: [[x, y]], bars: [[x, y]]}]; x: {title, from, to}; y: {title, from, to, format, rule (a line
 * drawn stronger)}. `pick(x)` is called where somebody points and clicks; `cursor` is a line at that x.
 * Returns {element, update(changes)}.
 */
export function plot(options) {
  let state = { height: 220, cursor: null, ...options };
  const inset = { left: 44, right: 10, top: 10, bottom: state.x.title ? 38 : 20 };

  const draw = (width) => {
    const { series, x, y, height, cursor } = state;
    const span = (low, high) => (high > low ? high - low : 1);
    const inner = [width - inset.left - inset.right, height - inset.top - inset.bottom];
    const toX = (value) => inset.left + (value - x.from) / span(x.from, x.to) * inner[0];
    const toY = (value) => {
      const clamped = Math.min(y.to, Math.max(y.from, value));
      return inset.top + (1 - (clamped - y.from) / span(y.from, y.to)) * inner[1];
    };
    const path = (points) => points.map(([px, py], i) =>
      `${i === 0 ? "M" : "L"}${toX(px).toFixed(1)} ${toY(py).toFixed(1)}`).join("");
    const whole = (value) => String(Math.round(value * 1e6) / 1e6).replace("-", "\u2212");
    const image = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });

    for (const value of y.ticks ?? ticks(y.from, y.to, Math.max(2, Math.floor(inner[1] / 38)))) {
      image.append(
        svg("line", { class: value === y.rule ? "rule" : "tick", x1: inset.left, x2: width - inset.right, y1: toY(value), y2: toY(value) }),
        svg("text", { class: "tick-text y", x: inset.left - 7, y: toY(value) + 3.5 }, (y.format ?? whole)(value)));
    }
    for (const value of ticks(x.from, x.to, Math.max(2, Math.floor(inner[0] / 70)))) {
      if (!Number.isInteger(value)) continue;
      image.append(svg("text", { class: "tick-text x", x: toX(value), y: height - inset.bottom + 15 }, whole(value)));
    }
    if (x.title) image.append(svg("text", { class: "axis x", x: inset.left + inner[0] / 2, y: height - 4 }, x.title));
    if (cursor !== null) image.append(svg("line", { class: "cursor", x1: toX(cursor), x2: toX(cursor), y1: inset.top, y2: inset.top + inner[1] }));
    for (const { role, points = [], band = [], marks = [], bars = [] } of series) {
      if (band.length > 1) {
        const lower = band.map(([px, low]) => [px, low]);
        const upper = band.map(([px, , high]) => [px, high]).reverse();
        image.append(svg("path", { class: `band ${role}`, d: `${path([...lower, ...upper])}Z` }));
      }
      const barWidth = Math.max(1, Math.min(9, inner[0] / span(x.from, x.to) - 1));
      for (const [px, py] of bars) {
        const [top, base] = [Math.min(toY(py), toY(0)), Math.max(toY(py), toY(0))];
        image.append(svg("rect", { class: `bar ${role}`, x: toX(px) - barWidth / 2, width: barWidth, y: top, height: Math.max(0.5, base - top) }));
      }
      if (points.length > 0) image.append(svg("path", { class: `curve ${role}`, d: path(points) }));
      if (points.length === 1) marks.push(points[0]);
      for (const [px, py] of marks) image.append(svg("circle", { class: `mark ${role}`, cx: toX(px), cy: toY(py), r: 3.2 }));
    }
    return image;
  };

  const { element, again } = responsive(draw, state.label);
  const at = (event) => {
    const { x } = state;
    const box = element.getBoundingClientRect();
    const share = (event.clientX - box.left - inset.left) / (box.width - inset.left - inset.right);
    return Math.round(x.from + Math.min(1, Math.max(0, share)) * (x.to - x.from));
  };
  if (state.pick) {
    element.classList.add("pickable");
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      state.pick(at(event));
    });
    element.addEventListener("pointermove", (event) => { if (event.buttons & 1) state.pick(at(event)); });
  }
  return { element, update: (changes) => { state = { ...state, ...changes }; again(); } };
}

const strip = (label, ...children) =>
  svg("svg", { class: "strip", role: "img", "aria-label": label }, children);

/** An estimate with its error bar on a scale from `low` to `high`; zero is marked. */
export function whisker(value, error, low, high, label) {
  const at = (number) => percent((Math.min(high, Math.max(low, number)) - low) / (high - low));
  return strip(label,
    low < 0 && high > 0 ? svg("line", { class: "rule", x1: at(0), x2: at(0), y1: "0", y2: "100%" }) : null,
    svg("line", { class: "whisker", x1: at(value - error), x2: at(value + error), y1: "50%", y2: "50%" }),
    svg("circle", { class: "estimate", cx: at(value), cy: "50%", r: 4.5 }));
}

/** The scale of a column of whiskers, for its head. */
export function scale(low, high) {
  const at = (number) => percent((number - low) / (high - low));
  const label = (number, anchor) => svg("text", { x: at(number), y: "75%", "text-anchor": anchor }, signed(number, 0));
  const crowded = low >= 0 || high <= 0 || Math.min(-low, high) / (high - low) < 0.2;
  return strip("scale", label(low, "start"), crowded ? null : label(0, "middle"), label(high, "end"));
}

/** Parts of a whole side by side: [{size, role}]. */
export function shares(parts, label) {
  const whole = parts.reduce((sum, { size }) => sum + size, 0) || 1;
  let before = 0;
  return strip(label, parts.map(({ size, role }) => {
    const part = svg("rect", { class: `share ${role}`, x: percent(before / whole), width: percent(size / whole), y: 0, height: "100%" });
    before += size;
    return part;
  }));
}

/** A row of columns, the highest as high as the strip. */
export function histogram(counts, role, label) {
  const highest = Math.max(...counts, 1);
  return strip(label, counts.map((number, i) => {
    const size = number / highest;
    return svg("rect", { class: `share ${role}`, x: percent((i + 0.06) / counts.length), width: percent(0.88 / counts.length),
      y: percent(1 - size), height: percent(size) });
  }));
}

/** Where a value stands between two bounds. */
export function gauge(value, low, high, label) {
  const at = (number) => percent((Math.min(high, Math.max(low, number)) - low) / (high - low));
  return strip(label,
    svg("rect", { class: "share lane", y: "38%", height: "24%", width: "100%", rx: 3 }),
    svg("line", { class: "rule", x1: at(0), x2: at(0), y1: "14%", y2: "86%" }),
    svg("circle", { class: "estimate", cx: at(value), cy: "50%", r: 6 }));
}
