/** Contents of docs/routes.md. */
export function routesPage(): Promise<string>;
