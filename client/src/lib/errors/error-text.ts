type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  if (Array.isArray(value)) return text(value[0]);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function firstText(fields: unknown): string | undefined {
  if (!isFields(fields)) return undefined;
  return Object.values(fields)
    .map(text)
    .find((found) => found !== undefined);
}

/** Fields that mean nothing to users. */
const silent = new Set(['errorCode', 'uuid', 'status', 'validation_errors']);

/**
 * In the order of docs/product.md, Errors: message or error; detail; the first of non_field_errors; the
 * validation_errors map; the first message of any field; the HTTP status text.
 */
export function errorText(body: unknown, statusText: string): string | undefined {
  if (!isFields(body)) return text(statusText);
  return (
    text(body['message']) ??
    text(body['error']) ??
    text(body['detail']) ??
    text(body['non_field_errors']) ??
    firstText(body['validation_errors']) ??
    firstText(Object.fromEntries(Object.entries(body).filter(([field]) => !silent.has(field)))) ??
    text(statusText)
  );
}
