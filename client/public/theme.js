/* MUI's colour scheme manager takes over, with the same key and values. */
{
  let mode = 'system';
  try {
    mode = localStorage.getItem('theme') || mode;
  } catch {
    // Storage is blocked.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
