"use strict";
// A page shows the regions that the server sends, and sends back what people tap. It decides nothing.
(() => {
  const board = document.querySelector("[data-socket]");
  if (!board) return;
  const offline = document.getElementById("offline");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let socket = null, version = -1, count = 0, wait = 500, ended = false;

  function connect() {
    if (ended || (socket && socket.readyState < 2)) return;
    socket = new WebSocket(location.origin.replace(/^http/, "ws") + board.dataset.socket);
    socket.onmessage = (event) => take(JSON.parse(event.data));
    socket.onopen = () => { wait = 500; offline.hidden = true; };
    socket.onclose = () => {
      if (ended) return;
      offline.hidden = false;
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, 10000);
    };
  }

  function take(message) {
    if (message.end) {
      ended = true;
      offline.textContent = message.end;
      offline.hidden = false;
      return;
    }
    const moved = message.v !== version && version >= 0;
    version = message.v;
    const swap = () => Object.entries(message.r).forEach(([name, html]) => put(name, html));
    if (moved && !calm.matches && document.startViewTransition && !document.hidden) {
      name(true);
      const moving = document.startViewTransition(() => { swap(); name(true); });
      moving.ready.catch(() => {});
      moving.finished.finally(() => name(false));
    } else swap();
  }

  // Cards that the page shows move from their old places to their new ones.
  function name(on) {
    const seen = new Set();
    for (const card of board.querySelectorAll("svg.card:not(.back)")) {
      const label = "c" + [...card.getAttribute("aria-label")].map((c) => c.codePointAt(0).toString(36)).join("");
      card.style.viewTransitionName = on && !seen.has(label) ? label : "";
      seen.add(label);
    }
  }

  function put(name, html) {
    const region = document.getElementById("r-" + name);
    if (!region) return;
    const focused = region.contains(document.activeElement) ? document.activeElement : null;
    const open = [...region.querySelectorAll("details[open][id]")].map((each) => each.id);
    const kept = focused && focused.name ? [focused.form && focused.form.dataset.do, focused.name, focused.value] : null;
    region.innerHTML = html;
    open.forEach((id) => { const each = document.getElementById(id); if (each) each.open = true; });
    if (!focused) return;
    let next = focused.id && document.getElementById(focused.id);
    if (kept) {
      next = region.querySelector(`form[data-do="${kept[0]}"] [name="${kept[1]}"]`) || next;
      if (next && next.type !== "hidden" && next.tagName === "INPUT") next.value = kept[2];
    }
    next = next || region.querySelector("button, [href], input, select") || document.getElementById("heading");
    if (next) { if (next.id === "heading") next.tabIndex = -1; next.focus({ preventScroll: true }); }
  }

  function send(fields) {
    if (socket && socket.readyState === 1) socket.send(JSON.stringify({ ...fields, v: version, n: ++count }));
    else connect();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".link");
    if (link) { link.select(); if (navigator.clipboard) navigator.clipboard.writeText(link.value).catch(() => {}); }
    const next = event.target.closest("a[data-table]");
    if (next) sessionStorage.table = next.dataset.table;
    const button = event.target.closest("button[data-do]");
    if (!button) {
      if (board.querySelector(".says") && !event.target.closest("summary, form, .link")) send({ do: "close" });
      return;
    }
    if (button.matches(".can")) button.classList.toggle("raised");
    send({ ...button.dataset });
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.dataset.do) return;
    event.preventDefault();
    send({ do: event.target.dataset.do, ...Object.fromEntries(new FormData(event.target)) });
  });
  document.addEventListener("change", (event) => {
    if ("now" in event.target.dataset) event.target.form.requestSubmit();
  });
  // Arrows go from card to card.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tile = step && event.target.closest("button.tile");
    if (!tile) return;
    const tiles = [...board.querySelectorAll("button.tile")];
    const next = tiles[tiles.indexOf(tile) + step];
    if (next) { next.focus(); event.preventDefault(); }
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { wait = 500; connect(); } });
  addEventListener("online", connect);
  connect();
})();
