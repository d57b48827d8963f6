import { Kbd, Table } from '@mantine/core';

/** The keys that do the same, as `KeyboardEvent.key` names them or as they are read, and what they do. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly text: string;
}

const signs: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  ' ': 'Space',
  Escape: 'Esc',
};

/** What the keys do. */
export function KeyTable({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={6}>
      <Table.Tbody>
        {lines.map(({ keys, text }) => (
          <Table.Tr key={keys.join()}>
            <Table.Td w={150}>
              {keys.map((key) => (
                <Kbd key={key} mr={6}>
                  {signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{text}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
