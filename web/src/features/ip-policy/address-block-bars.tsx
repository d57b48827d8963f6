import { Text } from '@mantine/core';
import type { IpAddressMapRow, IpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { IP_MAP_CELLS } from '@vigil/shared/domain/address-map';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { Section } from '../../ui/page.tsx';
import classes from './address-block-bars.module.css';

interface IpMapProps {
  map: IpPolicy['map'];
  /** The listed addresses are refused; otherwise they alone are admitted. */
  isBlockList: boolean;
}

/** Where the listed addresses lie: a bar for each block that has some. */
export function AddressBlockBars({ map, isBlockList }: IpMapProps) {
  const { t } = useTranslation('blocking');
  return (
    <Section title={t('map.title')} text={t(isBlockList ? 'map.text_block' : 'map.text_allow')}>
      <ul className={classes.map}>
        {map.rows.map((row) => (
          <Row key={row.block} row={row} isBlockList={isBlockList} />
        ))}
      </ul>
      {map.more > 0 && (
        <Text size="xs" c="dimmed" px={20} pb={12}>
          {t('map.more', { count: map.more })}
        </Text>
      )}
    </Section>
  );
}

const percent = (cells: number): string => `${(cells / IP_MAP_CELLS) * 100}%`;

function Row({ row: { block, parts, own }, isBlockList }: { row: IpAddressMapRow; isBlockList: boolean }) {
  const { t } = useTranslation('blocking');
  const language = useLanguage();
  const share = parts.reduce((sum, [first, last]) => sum + last - first + 1, 0) / IP_MAP_CELLS;
  const shown = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return (
    <li>
      <span className="tabular">{block}</span>
      <span
        className={classes.bar}
        role="img"
        aria-label={t(own === null ? 'map.row' : 'map.row_own', { share: shown })}
      >
        {parts.map(([first, last]) => (
          <i
            key={first}
            data-blocks={isBlockList || undefined}
            style={{ insetInlineStart: percent(first), width: percent(last - first + 1) }}
          />
        ))}
        {own !== null && <b style={{ insetInlineStart: percent(own) }} title={t('map.own')} />}
      </span>
    </li>
  );
}
