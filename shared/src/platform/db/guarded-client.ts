import type { Sql, TransactionSql } from 'postgres';
import { ConnectionLost, isConnectionLost } from './pool.ts';

type Work = (raw: TransactionSql) => Promise<unknown>;

const never = new Promise<never>(() => undefined);

/**
 * When a transaction sends a statement (even ROLLBACK) after its connection was lost, postgres.js writes to a closed
 * socket, and that ends the process (porsager/postgres, pull request 1155). So a lost transaction sends no further
 * statements here: its work stays pending, and `begin` rejects with the error of the connection.
 */
export function guardTransactions(client: Sql): Sql {
  const begin = (work: Work): Promise<unknown> => {
    let lost = false;
    const sendWhileConnected = (raw: TransactionSql): TransactionSql =>
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
      work(sendWhileConnected(raw)).catch((cause: unknown) => {
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
