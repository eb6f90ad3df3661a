import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** All text in it. */
  readonly text: string;
  readonly inHead: boolean;
}

/** All elements in order, by the HTML standard's own parser: shows a head that ends too early. */
export function elementsOf(markup: string): Element[] {
  const found: Element[] = [];
  const visit = (node: Tree.Node, inHead: boolean): void => {
    const isElement = 'tagName' in node;
    if (isElement) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ name: node.tagName, attributes, text: textOf(node).trim(), inHead });
    }
    if (!('childNodes' in node)) return;
    for (const child of node.childNodes) visit(child, inHead || (isElement && node.tagName === 'head'));
  };
  visit(parse(markup, { scriptingEnabled: false }), false);
  return found;
}

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
