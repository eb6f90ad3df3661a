import { Store } from '../../../../lib/store.ts';

/** Open while a save waits for a yes to its guessed subject. */
class GuessQuestion extends Store<boolean> {
  #answer: ((isRight: boolean) => void) | undefined;

  ask(): Promise<boolean> {
    this.answer(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#answer = resolve;
    this.replace(true);
    return promise;
  }

  answer(isRight: boolean): void {
    this.#answer?.(isRight);
    this.#answer = undefined;
    this.replace(false);
  }
}

export const guessQuestion = new GuessQuestion(false);
