import { getContrastRatio } from '@mui/material/styles';
import { expect, test } from 'vitest';
import { dark, light } from './tokens.ts';

test.each(Object.entries({ light, dark }))(
  'in %s colours the focus ring is seen on every ground',
  (_scheme, tokens) => {
    const { accentText, onMat, mat, paper, desk } = tokens;
    const ratios = [
      getContrastRatio(accentText, paper),
      getContrastRatio(accentText, desk),
      getContrastRatio(onMat, mat),
    ];
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
  },
);
