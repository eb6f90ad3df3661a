import { expect, test } from 'vitest';
import { findCircles } from './circles.ts';
import { importsOf, pythonImports } from './python.ts';

test.each([
  ['from views import Views', ['views', 'views.Views']],
  ['import os, data', ['os', 'data']],
  ['if TYPE_CHECKING:\n    from composites import Sampler', ['composites', 'composites.Sampler']],
  ['from rendering import plan', ['rendering', 'rendering.plan']],
  ['from . import studio', ['.', '.studio']],
  ['# import nothing', []],
])('%j imports %j', (text, names) => {
  expect(importsOf(text)).toEqual(names);
});

test('the training scripts import each other in no circle', async () => {
  const files = await pythonImports('tools/training');
  expect(files.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(10);
  expect(findCircles(files)).toEqual({});
});
