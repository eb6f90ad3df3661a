/** Headers of an answer to a save: by how much it changed the team's credits, and how many are left. */
export const CREDITS_CHARGED_HEADER = 'x-credits-charged';
export const CREDITS_LEFT_HEADER = 'x-credits-left';
