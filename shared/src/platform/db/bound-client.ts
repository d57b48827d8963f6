import type { Sql, TransactionSql } from 'postgres';
import { DatabaseWorkAborted, isConnectionLost } from './pool.ts';

type Work = (raw: TransactionSql) => Promise<unknown>;

const never = new Promise<never>(() => undefined);

/**
 * A statement with more parameters is a list of any length, whose many forms a connection would keep for ever. Shorter
 * ones are prepared once per connection, which saves a round trip and the planning each time.
 */
const MAX_PREPARED_PARAMETERS = 32;

const options = (parameters: readonly unknown[]) =>
  // Without parameters a statement may be several, or one that cannot be prepared.
  ({ prepare: parameters.length > 0 && parameters.length <= MAX_PREPARED_PARAMETERS });

export interface TransactionBinding {
  readonly company: string;
  readonly isReadOnly: boolean;
}

const BIND = "select set_config('app.company', $1, true)";
const BIND_READING = `${BIND}, set_config('transaction_read_only', 'on', true)`;

/**
 * A client whose transactions see the rows of `company` only; 'all' is every company, '' none; read-only ones write
 * none. The binding is sent together with the first statement, not ahead of it.
 *
 * When a transaction sends a statement (even ROLLBACK) after its connection was lost, postgres.js writes to a closed
 * socket, and that ends the process (porsager/postgres, pull request 1155). So a lost transaction sends no further
 * statements here: its work stays pending, and `begin` rejects with the error of the connection.
 */
export function bindTransactionsToCompany(client: Sql, { company, isReadOnly }: TransactionBinding): Sql {
  const begin = (work: Work): Promise<unknown> => {
    let lost = false;
    const sendWhileConnected = (raw: TransactionSql): TransactionSql =>
      new Proxy(raw, {
        get(target, name, receiver) {
          if (name !== 'unsafe') return Reflect.get(target, name, receiver) as unknown;
          return (text: string, parameters: Parameters<TransactionSql['unsafe']>[1] = []) => {
            if (lost) throw new DatabaseWorkAborted('the transaction is over');
            return target.unsafe(text, parameters, options(parameters));
          };
        },
      });
    const transaction = client.begin((raw) => {
      // A connection runs statements in the order of their execution, and a failed one fails the transaction.
      raw
        .unsafe(isReadOnly ? BIND_READING : BIND, [company], { prepare: true })
        .execute()
        .catch(() => undefined);
      return work(sendWhileConnected(raw)).catch((cause: unknown) => {
        if (!isConnectionLost(cause)) throw cause;
        lost = true;
        return never;
      });
    });
    transaction.catch(() => {
      lost = true;
    });
    return transaction;
  };
  return new Proxy(client, {
    get: (target, name, receiver) => (name === 'begin' ? begin : (Reflect.get(target, name, receiver) as unknown)),
  });
}
