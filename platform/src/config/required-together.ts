import type { z } from 'zod';

export type Companions<Given> = readonly (readonly [keyof Given & string, keyof Given & string])[];

export function checkCompanions<Given>(companions: Companions<Given>, given: Given, context: z.RefinementCtx): void {
  for (const [name, companion] of companions) {
    if (given[name] === undefined || given[companion] !== undefined) continue;
    context.addIssue({ code: 'custom', path: [companion], message: `must be set as well when ${name} is` });
  }
}
