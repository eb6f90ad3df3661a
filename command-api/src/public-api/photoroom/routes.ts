import { route, type Route } from '../../http/contract.ts';
import { withFields } from '../body/read-fields.ts';
import { removeBackground, type RemoveBgDeps } from '../removebg/routes.ts';
import { FIELDS } from '../removebg/sources.ts';
import { photoroomContracts as contracts } from './contracts.ts';
import { parsePhotoroom } from './parameters.ts';

export function photoroomRoutes(deps: RemoveBgDeps): Route[] {
  return [
    route(contracts.segment, ({ bytes, ...asked }) =>
      withFields({ request: asked.request, bytes, spool: deps.spool, names: FIELDS }, (fields) =>
        removeBackground(deps, fields, parsePhotoroom(fields), asked, 'plain'),
      ),
    ),
  ];
}
