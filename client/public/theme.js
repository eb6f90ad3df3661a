/* Keys and values are those of MUI's colour scheme manager, which takes over once the app runs. */
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('theme') || mode;
  } catch {
    mode = 'system'; // Storage is blocked: follow the system.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
