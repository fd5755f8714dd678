// Elements and figures. Text enters the page only here, and only as text: nothing on this page ever
// parses markup, so an engine may call itself what it likes.

const svgSpace = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element; attributes that are functions are listeners (`onclick`), null ones are left out. */
export const h = (tag, attributes = {}, ...children) =>
  build(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const svg = (tag, attributes = {}, ...children) =>
  build(document.createElementNS(svgSpace, tag), attributes, children);

const icons = {
  start: "M4 3v10M13 3L6.5 8 13 13z", back: "M11 3L5 8l6 5z", play: "M4 2.5L13 8l-9 5.5z", pause: "M5 3v10M11 3v10",
  on: "M5 3l6 5-6 5z", end: "M12 3v10M3 3l6.5 5L3 13z", up: "M3.5 10.5L8 6l4.5 4.5", down: "M3.5 5.5L8 10l4.5-4.5",
  close: "M4 4l8 8M12 4l-8 8",
};

export const icon = (name) =>
  svg("svg", { class: `icon ${name}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: icons[name] }));

/** A button with a picture; `label` is read aloud and shown as a hint. */
export const iconButton = (name, label, onclick, className = null) =>
  h("button", { type: "button", class: className, title: label, "aria-label": label, onclick }, icon(name));

/** A name that somebody chose: kept from turning the text around it right to left. */
export const bdi = (text) => h("bdi", {}, String(text));

export const percent = (share) => `${(100 * share).toFixed(3)}%`;

/** 1234567 as 1 234 567, with narrow blanks from five digits on. */
export function count(number) {
  const text = String(number);
  return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A number with its sign: +1.5, −0.3, 0.0. */
export function signed(value, digits = 1) {
  const text = Math.abs(value).toFixed(digits);
  return (Number(text) === 0 ? "" : value < 0 ? "\u2212" : "+") + text;
}

/** Milliseconds for reading: 20 µs, 0.35 ms, 12.3 ms, 1.24 s, 3:05. */
export function duration(ms) {
  if (ms > 0 && ms < 0.0995) return `${ms < 0.00095 ? "< 1" : Math.round(1000 * ms)} µs`;
  if (ms < 0.995) return `${ms.toFixed(2)} ms`;
  if (ms < 99.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  return clock(ms);
}

/** Milliseconds as on a clock: 1:02:03, 4:05, and with tenths below 20 seconds. */
export function clock(ms) {
  if (ms < 0) return `\u2212${clock(-ms)}`;
  if (ms < 20_000) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What an engine claimed, for the side that moved: `+0.42`, or `final +6`. */
export function scoreText(score) {
  if (!score) return "";
  return "final" in score ? `final ${signed(score.final, 0)}` : signed(score.cp / 100, 2);
}

/** Whether an engine was at fault in a game that ended for this reason. */
export const isFault = (reason) => !["normal", "adjudicated", "max-moves", "void"].includes(reason);
export const faultClass = (reason) => isFault(reason) ? "fault" : null;

/** "1-0" with the dash that belongs there, "½-½" for a draw. */
export const resultText = (result) =>
  ({ "1-0": "1\u20130", "0-1": "0\u20131", "1/2-1/2": "½\u2013½", "*": "\u2217" })[result] ?? result;

/** A button that goes through the colour schemes: the system's, light, dark. */
export function schemeButton() {
  const schemes = ["auto", "light", "dark"];
  let scheme = "auto";
  try {
    scheme = schemes.find((each) => each === localStorage.getItem("scheme")) ?? "auto";
  } catch { /* no storage here: the choice lasts as long as the page */ }
  const button = h("button", { type: "button", class: "quiet", title: "Colour scheme" });
  const apply = () => {
    document.documentElement.dataset.scheme = scheme;
    button.textContent = { auto: "◐ auto", light: "○ light", dark: "● dark" }[scheme];
    button.setAttribute("aria-label", `Colour scheme: ${scheme}`);
  };
  button.addEventListener("click", () => {
    scheme = schemes[(schemes.indexOf(scheme) + 1) % schemes.length];
    try {
      localStorage.setItem("scheme", scheme);
    } catch { /* as above */ }
    apply();
  });
  apply();
  return button;
}
