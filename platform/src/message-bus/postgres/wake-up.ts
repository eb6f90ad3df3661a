/** Lets one loop sleep until it is called or time is up; a call while it is awake makes the next sleep end at once. */
export class WakeUp {
  #called = false;
  #wake: (() => void) | undefined;

  call(): void {
    this.#called = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#called) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#called = false;
    this.#wake = undefined;
  }
}
