import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { typeId } from './entries.ts';
import { Fields, fieldsOf } from './Fields.tsx';
import { REFERENCE } from './reference.ts';
import { ReferencePage } from './ReferencePage.tsx';

export function ApiTypesPage({ document }: { document: ApiDocument }) {
  return (
    <ReferencePage page="types" document={document}>
      <section {...REFERENCE}>
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <div key={name}>
            <h2 id={typeId(name)} tabIndex={-1}>
              {name}
            </h2>
            <Fields fields={fieldsOf(schema)} isWithin />
          </div>
        ))}
      </section>
    </ReferencePage>
  );
}
