import { Store } from '../../../lib/store.ts';

/** Id of the picture whose save awaits confirmation. Outlives the page, whose layout changes with a login. */
class ResumeQuestion extends Store<string | undefined> {
  ask(id: string): void {
    this.replace(id);
  }

  close(): void {
    this.replace(undefined);
  }
}

export const resumeQuestion = new ResumeQuestion(undefined);
