import { shortId } from './short-id.ts';

interface PersonProps {
  /** Null for actors other than people. */
  readonly id: string | null;
  readonly name: string | null;
  readonly fallback: string;
}

/** Shows the start of the id of people who left: they have no name. */
export function Person({ id, name, fallback }: PersonProps) {
  return (
    <>
      <bdi>{name ?? fallback}</bdi>
      {name === null && id !== null && (
        <>
          {' '}
          <bdi>{shortId(id)}</bdi>
        </>
      )}
    </>
  );
}
