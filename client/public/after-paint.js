/* Runs a drawn page's code once the page shows; a hidden tab shows nothing. */
{
  const { module } = document.currentScript.dataset;
  const start = () => void import(module).catch(() => {});
  setTimeout(start, document.hidden ? 0 : 1e3);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
}
