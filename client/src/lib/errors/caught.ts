const EVENT = 'caught-error';

/** Tells of an error for which the page has shown its error screen. */
export const noteCaught = (error: unknown): void => void dispatchEvent(new CustomEvent(EVENT, { detail: error }));

export const onCaught = (listener: (error: unknown) => void): void =>
  addEventListener(EVENT, (event) => listener((event as CustomEvent<unknown>).detail));
