/** Asks the person at this browser to prove who they are. Resolves with false when they would rather not. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;

/** Says how the person is asked, once the part of the client that can ask is there. */
export function askForProofBy(ask: Asker): void {
  asker = ask;
}

/** For a call that was refused because the last proof is too old: whether it is worth sending again. */
export const provedAgain = async (): Promise<boolean> => (await asker?.()) ?? false;
