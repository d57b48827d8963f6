import type { Sql, TransactionSql } from 'postgres';
import { ConnectionLost, isConnectionLost } from './pool.ts';

type Work = (raw: TransactionSql) => Promise<unknown>;

const never = new Promise<never>(() => undefined);

/**
 * postgres.js writes to a socket that is no longer there when a transaction says anything – be it ROLLBACK – after its
 * connection was lost, and that ends the process (porsager/postgres, pull request 1155). So here a lost transaction says
 * nothing more: its work is left hanging, and `begin` fails by itself, because the connection told it.
 */
export function guardTransactions(client: Sql): Sql {
  const begin = (work: Work): Promise<unknown> => {
    let lost = false;
    const speakWhileConnected = (raw: TransactionSql): TransactionSql =>
      new Proxy(raw, {
        get(target, name, receiver) {
          if (name !== 'unsafe') return Reflect.get(target, name, receiver) as unknown;
          return (...query: Parameters<TransactionSql['unsafe']>) => {
            if (lost) throw new ConnectionLost('the transaction is over');
            return target.unsafe(...query);
          };
        },
      });
    const transaction = client.begin((raw) =>
      work(speakWhileConnected(raw)).catch((cause: unknown) => {
        if (!isConnectionLost(cause)) throw cause;
        lost = true;
        return never;
      }),
    );
    transaction.catch(() => {
      lost = true;
    });
    return transaction;
  };
  return new Proxy(client, {
    get: (target, name, receiver) => (name === 'begin' ? begin : (Reflect.get(target, name, receiver) as unknown)),
  });
}
