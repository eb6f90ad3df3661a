interface PersonProps {
  /** Null for actors other than people. */
  readonly id: string | null;
  readonly name: string | null;
  readonly fallback: string;
}

/** People who left have no name and are told apart by the start of their ids; the CSV file has them in full. */
export function Person({ id, name, fallback }: PersonProps) {
  return (
    <>
      <bdi>{name ?? fallback}</bdi>
      {name === null && id !== null && (
        <>
          {' '}
          <bdi>{id.slice(0, 8)}</bdi>
        </>
      )}
    </>
  );
}
