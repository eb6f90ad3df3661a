/** Text inserted without escaping. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Content = string | Html | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const filled = values.map((value, index) => `${render(value)}${parts[index + 1] ?? ''}`);
  return new Html(`${parts[0] ?? ''}${filled.join('')}`);
}

function render(value: Content): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Html ? value.markup : value.map(({ markup }) => markup).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
