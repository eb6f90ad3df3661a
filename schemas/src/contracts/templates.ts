import { savedTemplateSchema, templateListSchema, templateParamsSchema, templateSchema } from '../templates/http.ts';
import type { Contract } from './contract.ts';

const byEditors = { credentials: ['session'], access: { who: 'user', sections: ['editor'] } } as const;
const ofOne = { params: templateParamsSchema, paramsError: 'template_not_found' } as const;

export const templateContracts = {
  list: {
    method: 'GET',
    path: '/api/template/',
    summary: 'The templates of the team, by their names: background, shadow, frame and format.',
    ...byEditors,
    answers: { 200: { description: 'The templates.', schema: templateListSchema } },
    errors: [],
  },
  add: {
    method: 'POST',
    path: '/api/template/',
    summary: 'Keeps a template under a name for the team.',
    ...byEditors,
    body: templateSchema,
    answers: { 201: { description: 'The template.', schema: savedTemplateSchema } },
    errors: ['validation_failed', 'template_name_taken', 'too_many_templates'],
  },
  change: {
    method: 'PUT',
    path: '/api/template/:id/',
    summary:
      'Keeps another look, or name, in the place of a template. Pictures that it was applied to stay as they are.',
    ...byEditors,
    ...ofOne,
    body: templateSchema,
    answers: { 200: { description: 'The template.', schema: savedTemplateSchema } },
    errors: ['validation_failed', 'template_not_found', 'template_name_taken'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/template/:id/',
    summary: 'Removes a template. Pictures that it was applied to stay as they are.',
    ...byEditors,
    ...ofOne,
    answers: { 204: { description: 'It is gone.' } },
    errors: ['template_not_found'],
  },
} as const satisfies Record<string, Contract>;
