/*
 * Runs a drawn page's code once the page shows; a hidden tab shows nothing. Until the page is hydrated it keeps what is
 * typed and the last press, form, file or drop, then repeats them: React sees none of them.
 */
{
  const { module } = document.currentScript.dataset;
  const start = () => void import(module).catch(() => {});
  setTimeout(start, document.hidden ? 0 : 1e3);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });

  const typedIn = new Set();
  let act;

  const early = {
    click({ target }) {
      const button = target.closest?.('button[type=button]');
      if (!button) return;
      // Browsers open the dialog only within a press.
      if (button.dataset.opensFiles !== undefined) button.parentElement.querySelector('input[type=file]').click();
      else act = () => button.click();
    },
    input({ target }) {
      if (target.matches('input:not([type=file]), textarea')) typedIn.add(target);
    },
    change({ target }) {
      if (target.type === 'file') act = () => target.dispatchEvent(new Event('change', { bubbles: true }));
    },
    submit(event) {
      const { target: form, submitter } = event;
      // Works without code.
      if (form.method === 'post') return;
      event.preventDefault();
      act = () => form.requestSubmit(submitter);
    },
    dragover(event) {
      event.preventDefault();
    },
    drop(event) {
      event.preventDefault();
      // Emptied after the event.
      const dataTransfer = new DataTransfer();
      for (const file of event.dataTransfer.files) dataTransfer.items.add(file);
      if (dataTransfer.files.length === 0) return;
      act = () => event.target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
  };
  for (const [type, keep] of Object.entries(early)) addEventListener(type, keep);

  addEventListener('hydrated', () => {
    for (const [type, keep] of Object.entries(early)) removeEventListener(type, keep);
    for (const field of typedIn) {
      const { value } = field;
      // React compares with the value that it saw set last, through a property of the element itself.
      field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    // After React has rendered what was typed.
    setTimeout(() => act?.());
  });
}
