"use strict";
// Exchanges the regions of a page that differ on another page of the server. Without it, every form and link still works.
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  const PAUSE = 250, AGAIN = 1200, LATER = 700; // milliseconds
  let asked = null; // what the visitor has asked for last

  const get = async (address, options = {}) => {
    const answer = await fetch(address, options);
    return [new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url];
  };

  const exchange = (page, which = "[data-region]") => {
    const at = document.activeElement, id = at && at.id;
    const open = [...document.querySelectorAll("details[open][id]")].map((each) => each.id);
    for (const old of document.querySelectorAll(which)) {
      const region = page.getElementById(old.id);
      if (region && region.outerHTML !== old.outerHTML) old.replaceWith(document.importNode(region, true));
      else if (!region) old.replaceChildren();
    }
    for (const each of open) document.getElementById(each)?.setAttribute("open", "");
    if (id && document.activeElement !== document.getElementById(id)) {
      document.getElementById(id)?.focus({ preventScroll: true });
    }
    filter();
    begin();
  };

  const go = async (address, options, remember) => {
    asked?.abort();
    const mine = asked = new AbortController();
    root.classList.add("busy");
    try {
      const [page, there] = await get(address, { ...options, signal: mine.signal });
      if (page.title) document.title = page.title;
      remember?.(there);
      exchange(page);
      const said = document.getElementById("said");
      const summary = document.querySelector("#summary .problem, #summary p");
      if (said && summary) said.textContent = summary.textContent;
    } catch (error) {
      if (error.name !== "AbortError") location.assign(address);
    } finally {
      if (asked === mine) root.classList.remove("busy");
    }
  };
  const replace = (there) => history.replaceState(null, "", there);
  const push = (there) => history.pushState(null, "", there);

  // Regions that come later, once they can be seen, or change by themselves.
  const waiting = new Map();
  const seen = new IntersectionObserver((all) => {
    for (const each of all) if (each.isIntersecting) { seen.unobserve(each.target); later(each.target); }
  }, { rootMargin: "200px" });
  const later = (region) => {
    const address = region.dataset.later || region.dataset.again;
    if (waiting.has(region.id)) clearTimeout(waiting.get(region.id));
    waiting.set(region.id, setTimeout(async () => {
      if (!region.isConnected) return;
      try {
        const [page] = await get(address);
        if (page.getElementById(region.id) && region.isConnected) exchange(page, "#" + region.id);
      } catch { /* the network is away: the next change asks again */ }
    }, region.dataset.later ? LATER : AGAIN));
  };
  // The form that starts a table is another one for each mix, and has the same number of players and the same name.
  // Somebody who comes from the end of a game chooses what their table plays next.
  const filled = {};
  const here = () => {
    if (location.pathname === "/") delete sessionStorage.table;
    const form = document.querySelector('form[action="/tables"]');
    if (!form) return;
    if (sessionStorage.table) {
      const [code, players] = sessionStorage.table.split(" ");
      form.action = `/t/${code}/mix`;
      form.querySelector("button.main").textContent = "Play this at your table";
      for (const each of form.querySelectorAll("#name, [for=name]")) each.remove();
      filled.players ??= players;
    }
    for (const [name, value] of Object.entries(filled)) {
      const field = form.elements[name];
      if (field && (!field.options || [...field.options].some((each) => each.value === value))) field.value = value;
    }
  };
  const begin = () => {
    here();
    for (const each of document.querySelectorAll("[data-later]")) seen.observe(each);
    for (const each of document.querySelectorAll("[data-again]")) later(each); // the server stops if nobody asks
  };

  const address = (form, submitter) => {
    const fields = new URLSearchParams(new FormData(form, submitter));
    return `${form.getAttribute("action")}?${fields}`;
  };
  addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.dataset.live === "change" && event.target.name) go(address(form), {}, replace);
  });
  let pause = 0;
  addEventListener("input", (event) => {
    if (event.target.dataset.filter) filter();
    const form = event.target.form;
    if (/^\/t/.test(form?.getAttribute("action"))) filled[event.target.name] = event.target.value;
    if (form?.dataset.live !== "input") return;
    clearTimeout(pause);
    pause = setTimeout(() => go(address(form), {}, replace), PAUSE);
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.live) { event.preventDefault(); go(address(form), {}, replace); }
    if (/^\/t\//.test(form.getAttribute("action"))) delete sessionStorage.table;
    if ("post" in form.dataset && !("plain" in (event.submitter?.dataset ?? {}))) {
      event.preventDefault();
      const body = new URLSearchParams(new FormData(form, event.submitter));
      go(form.getAttribute("action"), { method: "POST", body });
    }
  });
  addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(link.href, {}, push); }
    const line = event.target.closest("a[data-line]");
    if (line) {
      event.preventDefault();
      const field = document.getElementById("text"), lines = field.value.split("\n"), at = line.dataset.line - 1;
      const start = lines.slice(0, at).join("\n").length + (at ? 1 : 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[at] ?? "").length);
    }
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const field = document.getElementById(copy.dataset.copy); // a page without https has no clipboard
      field.select();
      copy.textContent = document.execCommand("copy") ? "Copied" : "Select it";
    }
  });
  addEventListener("popstate", () => location.reload());

  const filter = () => {
    const field = document.querySelector("[data-filter]");
    const words = field ? field.value.toLowerCase().split(/\s+/) : [];
    for (const each of field ? document.querySelectorAll(field.dataset.filter) : []) {
      const text = each.textContent.toLowerCase();
      each.hidden = !words.every((word) => text.includes(word));
    }
  };

  begin();
})();
