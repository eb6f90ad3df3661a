/** Runs a script of another host. @param data what the script reads of its own element */
export function runScript(src: string, data: Readonly<Record<string, string>> = {}): HTMLScriptElement {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  Object.assign(script.dataset, data);
  document.head.append(script);
  return script;
}
