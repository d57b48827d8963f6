import type { PriceLine, Quote } from '@vigil/shared/contract/http/payments';
import { useTranslation } from 'react-i18next';
import { useWon } from './use-won.ts';
import classes from './licences.module.css';

interface PriceLinesProps extends Pick<Quote, 'lines' | 'fullPay' | 'discount' | 'total'> {
  price_name?: string;
  /** Another price is being computed. */
  isWaiting?: boolean;
}

/** How a price comes about, line by line, and the total; the full price is crossed out where a discount applies. */
export function PriceLines({ lines, fullPay, discount, total, price_name = '', isWaiting = false }: PriceLinesProps) {
  const { t } = useTranslation('licences');
  const won = useWon();
  const textOf = (line: PriceLine): string =>
    line.kind === 'licence'
      ? t('line.licence', {
          devices: t('devices', { count: line.volume }),
          months: t('months', { count: line.months }),
          unit: won(line.unit_price),
        })
      : t('line.discount', { count: line.years, free: line.free_months });
  return (
    <table className={classes.price} data-waiting={isWaiting || undefined} aria-busy={isWaiting}>
      <tbody>
        {lines.map((line) => (
          <tr key={line.kind}>
            <th scope="row">
              {textOf(line)}
              {line.kind === 'licence' && price_name !== '' && <small>{t('agreed_price', { name: price_name })}</small>}
            </th>
            <td>{won(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td>
            {discount > 0 && <s>{won(fullPay)}</s>} <b>{won(total)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
