import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfigChoices } from '../../../entities/config/config-choices.ts';
import { useDeviceFieldDenial } from '../../../entities/device/use-device-field-denial.ts';
import { useLiveData, useFleetVersion } from '../../../live/use-fleet.ts';
import type { DeviceList } from '../use-device-list.ts';
import { EditBar } from './edit-bar.tsx';
import { EditRow } from './edit-row.tsx';
import { draftsAtom } from './edit-state.ts';
import classes from './edit.module.css';

const ROW_PX = 45;

/** The page of the list with fields to type into; nothing is stored before "Save". */
export function EditView({ list }: { list: DeviceList }) {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useLiveData();
  const drafts = useAtomValue(draftsAtom);
  const scroll = useRef<HTMLDivElement>(null);
  useFleetVersion();
  const { choices, failure, retry } = useConfigChoices();
  const denialOf = useDeviceFieldDenial();
  const denials = {
    alias: denialOf('alias'),
    memo: denialOf('memo'),
    app_config_fk: denialOf('app_config_fk') ?? failure,
  };
  const { pks } = list.page;
  const virtual = useVirtualizer({
    count: pks.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => pks[index] ?? index,
  });

  return (
    <>
      {failure !== null && (
        <div className={classes.failure} role="alert">
          <span>{failure}</span>
          <Button size="compact-xs" variant="default" onClick={retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      <div ref={scroll} className={classes.scroll}>
        <div role="table" aria-label={t('edit.label')} className={classes.table}>
          <div role="row" className={classes.head}>
            <span role="columnheader">{t('edit.device')}</span>
            <span role="columnheader">{t('column.alias')}</span>
            <span role="columnheader">{t('memo')}</span>
            <span role="columnheader">{t('column.setting')}</span>
          </div>
          <div role="rowgroup" className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const pk = pks[item.index];
              const device = pk === undefined ? undefined : store.get(pk);
              return (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  role="presentation"
                  data-index={item.index}
                  className={classes.line}
                  style={{ top: item.start }}
                >
                  {device && (
                    <EditRow device={device} draft={drafts.get(device.pk)} configs={choices} denials={denials} />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <EditBar />
    </>
  );
}
