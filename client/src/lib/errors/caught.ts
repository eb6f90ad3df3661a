const EVENT = 'caught-error';

export const noteCaught = (error: unknown): void => void dispatchEvent(new CustomEvent(EVENT, { detail: error }));

export const onCaught = (listener: (error: unknown) => void): void =>
  addEventListener(EVENT, (event) => listener((event as CustomEvent<unknown>).detail));
