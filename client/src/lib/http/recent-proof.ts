type Asker = () => Promise<boolean>;

let asker: Asker | undefined;

export function askForProofBy(ask: Asker | undefined): void {
  asker = ask;
}

/** True when a retry is worthwhile. */
export const provedAgain = async (): Promise<boolean> => (await asker?.()) ?? false;
