/** Ratios are WCAG contrast with the background. */
export interface Tokens {
  readonly desk: string;
  readonly paper: string;
  readonly ink: string;
  /** Secondary text on paper and desk, at least 4.5. */
  readonly inkSoft: string;
  readonly line: string;
  /** Edges of controls, at least 3 on paper. */
  readonly edge: string;
  readonly mat: string;
  readonly matLine: string;
  readonly onMat: string;
  readonly onMatSoft: string;
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  /** The accent as text on paper and desk, at least 4.5. */
  readonly accentText: string;
  readonly danger: string;
  /** Black and white objects stand out on both, in dark mode too. */
  readonly checkerLight: string;
  readonly checkerDark: string;
  readonly shadow: string;
}

export const light: Tokens = {
  desk: '#eceee8',
  paper: '#fdfdfb',
  ink: '#12211d',
  inkSoft: '#4c5c56',
  line: '#d5d9d0',
  edge: '#7d8a84',
  mat: '#10473f',
  matLine: 'rgb(222 255 240 / 7%)',
  onMat: '#f5f8f2',
  onMatSoft: '#b4cfc5',
  accent: '#ff5a1f',
  accentHover: '#ff713d',
  onAccent: '#1d0a02',
  accentText: '#b23a08',
  danger: '#b3201b',
  checkerLight: '#ffffff',
  checkerDark: '#d9dfd9',
  shadow: '0 1px 1px rgb(6 30 25 / 10%), 0 6px 12px -4px rgb(6 30 25 / 18%), 0 24px 40px -16px rgb(6 30 25 / 32%)',
};

export const dark: Tokens = {
  desk: '#0b1110',
  paper: '#1b2523',
  ink: '#eef3ef',
  inkSoft: '#a5b5af',
  line: '#2b3734',
  edge: '#74857f',
  mat: '#0e2e29',
  matLine: 'rgb(190 255 230 / 7%)',
  onMat: '#eff5f0',
  onMatSoft: '#9dbcb1',
  accent: '#ff6a33',
  accentHover: '#ff8152',
  onAccent: '#1d0a02',
  accentText: '#ff9166',
  danger: '#ff8d85',
  checkerLight: '#a7b1ad',
  checkerDark: '#8d9994',
  shadow: '0 1px 1px rgb(0 0 0 / 40%), 0 8px 16px -4px rgb(0 0 0 / 45%), 0 28px 48px -16px rgb(0 0 0 / 60%)',
};
