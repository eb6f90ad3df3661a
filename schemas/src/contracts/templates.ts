import { savedTemplateSchema, templateListSchema, templateParamsSchema, templateSchema } from '../templates/http.ts';
import type { Contract } from './contract.ts';

const byEditors = { credentials: ['session'], access: { who: 'user', sections: ['editor'] } } as const;
const ofOne = { params: templateParamsSchema, paramsError: 'template_not_found' } as const;

export const templateContracts = {
  list: {
    method: 'GET',
    path: '/api/template/',
    summary: "Lists the team's templates by name: background, shadow, frame and format.",
    ...byEditors,
    cache: 'no-store',
    answers: { 200: { description: 'The templates.', schema: templateListSchema } },
    errors: [],
  },
  add: {
    method: 'POST',
    path: '/api/template/',
    summary: 'Creates a template.',
    ...byEditors,
    body: templateSchema,
    answers: { 201: { description: 'The template.', schema: savedTemplateSchema } },
    errors: ['validation_failed', 'template_name_taken', 'too_many_templates'],
  },
  change: {
    method: 'PUT',
    path: '/api/template/:id/',
    summary: 'Replaces a template. Pictures that use it stay as they are.',
    ...byEditors,
    ...ofOne,
    body: templateSchema,
    answers: { 200: { description: 'The template.', schema: savedTemplateSchema } },
    errors: ['validation_failed', 'template_not_found', 'template_name_taken'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/template/:id/',
    summary: 'Deletes a template. Pictures that use it stay as they are.',
    ...byEditors,
    ...ofOne,
    answers: { 204: { description: 'It is gone.' } },
    errors: ['template_not_found'],
  },
} as const satisfies Record<string, Contract>;
