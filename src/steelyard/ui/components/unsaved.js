// Forms whose content is nowhere else yet: before their page is left, the visitor is asked.
// Loaded before the places of pages are, since whoever listens to `popstate` first is asked first.
const unsaved = (window.syUnsaved ??= new Map()); // by form, the address it is at
const leaving = 'a[href^="/"], [data-leaves]';

function mayLeave() {
  const [form] = unsaved.keys();
  const leave = !form || window.confirm(form.leave);
  if (leave) unsaved.clear();
  return leave;
}

window.addEventListener("beforeunload", (event) => { if (unsaved.size) event.preventDefault(); });
window.addEventListener("popstate", (event) => {
  const [here] = unsaved.values();
  if (mayLeave()) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", here);
});
document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.(leaving);
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey; // another tab
  if (!pressed || elsewhere || pressed.target === "_blank" || pressed.hasAttribute("download") || mayLeave()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

export default { render: () => null };
