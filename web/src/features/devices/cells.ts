import type { OsId } from '@vigil/shared/contract/device';
import { MUTED_USAGE_BELOW_PERCENT, RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import { joinStates } from '../../entities/device/state-dot.tsx';
import { NO_VALUE, oneDecimalPercentText, temperatureText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { ICellRendererComp, ICellRendererParams } from '../../ui/grid.tsx';
import { iconSvg, osIcon } from './cell-icons.ts';
import { connectionText } from './connection-text.ts';
import type { RowRef, TableContext } from './table-context.ts';
import classes from './cells.module.css';

type Params = ICellRendererParams<RowRef, unknown, TableContext>;

const element = (tag: string, className = '', text = ''): HTMLElement => {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
};

/**
 * A cell that updates the DOM directly. Thousands of them change every second; a React component for each would
 * make the grid wait for the reconciler.
 */
abstract class Cell implements ICellRendererComp<RowRef> {
  protected abstract readonly root: HTMLElement;
  protected abstract draw(device: FleetDevice, context: TableContext): void;
  /** The last drawn device; the event listeners are added once and read it from here. */
  protected shown: { device: FleetDevice; context: TableContext } | null = null;

  init(params: Params): void {
    this.refresh(params);
  }
  getGui(): HTMLElement {
    return this.root;
  }
  refresh({ data, context }: Params): boolean {
    const device = data && context.store.get(data.pk);
    this.root.classList.toggle(classes.gone ?? '', !device);
    if (!device) return true;
    this.shown = { device, context };
    this.draw(device, context);
    return true;
  }
}

/** A small bar with its value: muted below 60 %, red from 90 % on (spec 2 §2). */
abstract class MeterCell extends Cell {
  protected override readonly root = element('div', classes.meter);
  readonly #fill = element('div', classes.fill);
  readonly #value = element('span', classes.value);
  protected abstract measure(device: FleetDevice): number | null;

  constructor() {
    super();
    const track = element('div', classes.track);
    track.append(this.#fill);
    this.root.append(track, this.#value);
  }
  protected override draw(device: FleetDevice): void {
    const value = this.measure(device);
    this.#fill.style.width = `${value ?? 0}%`;
    this.#value.textContent = oneDecimalPercentText(value);
    this.root.classList.toggle(classes.red ?? '', value !== null && value >= RED_USAGE_PERCENT);
    this.root.classList.toggle(classes.calm ?? '', (value ?? 0) < MUTED_USAGE_BELOW_PERCENT);
    this.root.classList.toggle(classes.dim ?? '', !device.isOnline);
  }
}

export class CpuCell extends MeterCell {
  protected override measure = (device: FleetDevice) => device.cpu_usage;
}
export class MemoryCell extends MeterCell {
  protected override measure = (device: FleetDevice) => device.memory_usage;
}
export class DiskCell extends MeterCell {
  protected override measure = (device: FleetDevice) => device.hdd_usage;
}

export class TemperatureCell extends Cell {
  protected override readonly root = element('span');
  protected override draw({ cpu_temp, isOnline }: FleetDevice): void {
    this.root.textContent = temperatureText(cpu_temp);
    this.root.classList.toggle(classes.redText ?? '', cpu_temp !== null && cpu_temp >= RED_CPU_TEMPERATURE);
    this.root.classList.toggle(classes.dim ?? '', !isOnline);
  }
}

export class StateCell extends Cell {
  protected override readonly root = element('span', classes.state);
  readonly #text = element('span');
  constructor() {
    super();
    this.root.append(element('i', classes.dot), this.#text);
  }
  protected override draw(device: FleetDevice, { texts, dotOf, stateWordsOf }: TableContext): void {
    this.root.dataset.state = dotOf(device);
    const states = stateWordsOf(device);
    this.root.toggleAttribute('data-double', states.length > 1);
    this.#text.textContent = joinStates(states.map((state) => texts.state[state]));
  }
}

/** A mark with its text, or none. */
function showMark(mark: HTMLElement, text: string | null): void {
  mark.hidden = text === null;
  mark.title = text ?? '';
  mark.setAttribute('aria-label', text ?? '');
}

/** The system as an icon, the name, which leads to the detail, and the group. */
export class NameCell extends Cell {
  protected override readonly root = element('div', classes.name);
  readonly #os = element('span', classes.os);
  readonly #link = document.createElement('a');
  readonly #warning = element('span', classes.warn, '⚠');
  readonly #session = element('span', classes.session, '◉');
  readonly #alert = element('span', classes.alert);
  readonly #maintenance = element('span', classes.maintenance);
  readonly #group = element('span', classes.group);
  #drawn: OsId | null = null;
  constructor() {
    super();
    this.#os.setAttribute('role', 'img');
    this.#link.draggable = false;
    this.#link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !this.shown) return;
      event.preventDefault();
      this.shown.context.navigate(this.shown.device.pk);
    });
    this.root.addEventListener('dragstart', (event) => this.shown?.context.startDrag?.(event, this.shown.device.pk));
    for (const mark of [this.#session, this.#alert, this.#maintenance]) mark.setAttribute('role', 'img');
    this.#alert.append(iconSvg.flame());
    this.#maintenance.append(iconSvg.tool());
    this.root.append(this.#os, this.#link, this.#warning, this.#session, this.#alert, this.#maintenance, this.#group);
  }
  protected override draw(device: FleetDevice, context: TableContext): void {
    const { pk, alias, dev_os_id, user_os_str, device_group_fk, isPossibleClone } = device;
    if (this.#drawn !== dev_os_id) this.#os.replaceChildren(osIcon(dev_os_id));
    this.#drawn = dev_os_id;
    this.#os.title = user_os_str;
    this.#os.setAttribute('aria-label', context.texts.os[dev_os_id]);
    this.#link.textContent = alias;
    this.#link.title = alias;
    this.#link.href = context.addressOf(pk);
    if (context.opened() === pk) this.#link.setAttribute('aria-current', 'true');
    else this.#link.removeAttribute('aria-current');
    this.#group.textContent = context.groupNameOf(device_group_fk);
    this.#group.title = context.groupPathOf(device_group_fk);
    this.#warning.hidden = !isPossibleClone;
    this.#warning.title = context.texts.clone;
    showMark(this.#session, context.inSessionText(pk));
    showMark(this.#alert, context.alertText(pk));
    showMark(this.#maintenance, context.maintenanceText(device));
    this.root.draggable = context.startDrag !== null;
  }
}

export class OsCell extends Cell {
  protected override readonly root = element('div', classes.state);
  protected override draw({ dev_os_id, user_os_str }: FleetDevice, { texts }: TableContext): void {
    this.root.replaceChildren(osIcon(dev_os_id), element('span', '', texts.os[dev_os_id]));
    this.root.title = user_os_str;
  }
}

/** As many tags as there is room for; all of them in the title. */
export class TagsCell extends Cell {
  protected override readonly root = element('div', classes.tags);
  protected override draw({ tags }: FleetDevice): void {
    this.root.replaceChildren(...tags.map((tag) => element('span', classes.tag, tag)));
    this.root.title = tags.join(', ');
  }
}

/** The menu appears with the pointer or the focus in the row; an approval that is due stands in its place, always. */
export class ActionsCell extends Cell {
  protected override readonly root = element('div', classes.buttons);
  readonly #approve = button(`${classes.button} ${classes.approve}`, iconSvg.check());
  readonly #more = button(classes.button, iconSvg.dots());
  constructor() {
    super();
    this.#approve.addEventListener('click', () => this.shown?.context.approve?.(this.shown.device.pk));
    this.#more.setAttribute('aria-haspopup', 'menu');
    this.#more.addEventListener('click', () => {
      const { left, bottom } = this.#more.getBoundingClientRect();
      this.shown?.context.openMenu(this.shown.device.pk, { x: left, y: bottom });
    });
    this.root.append(this.#approve, this.#more);
  }
  protected override draw(device: FleetDevice, context: TableContext): void {
    const { texts, approve, approveIsRequest, approvalObstacle, stateWordsOf } = context;
    const isRequested = stateWordsOf(device).includes('requested');
    const isDue = !device.isApproved && approve !== null && !isRequested;
    const obstacle = isDue ? approvalObstacle(device) : null;
    label(this.#more, texts.more(device.alias));
    label(this.#approve, texts.approve);
    this.#approve.replaceChildren(approveIsRequest ? iconSvg.key() : iconSvg.check());
    // It stays focusable, so that its reason is read; the action itself refuses.
    this.#approve.ariaDisabled = obstacle === null ? null : 'true';
    this.#approve.ariaDescription = obstacle;
    if (obstacle !== null) this.#approve.title = `${texts.approve} – ${obstacle}`;
    this.#approve.hidden = !isDue;
    this.#more.hidden = isDue;
  }
}

export class StarCell extends Cell {
  protected override readonly root = button(`${classes.button} ${classes.star}`, iconSvg.star());
  constructor() {
    super();
    this.root.addEventListener('click', () => this.shown?.context.toggleFavourite(this.shown.device.pk));
  }
  protected override draw(device: FleetDevice, { texts }: TableContext): void {
    const marked = device.favourite !== null;
    this.root.setAttribute('aria-pressed', String(marked));
    this.root.setAttribute('aria-label', marked ? texts.favouriteRemove : texts.favouriteAdd);
    this.root.querySelector('svg')?.setAttribute('fill', marked ? 'currentColor' : 'none');
  }
}

/** Since when the device is online, or when it was last seen; the table draws it again each minute. */
export class ConnectionCell extends Cell {
  protected override readonly root = element('span');
  protected override draw(device: FleetDevice, { time, texts }: TableContext): void {
    const { text, exact } = connectionText(device, { time, texts: texts.connection, now: Date.now() });
    this.root.textContent = text;
    this.root.title = exact;
  }
}

/** A cell of plain text. */
export const createTextCellClass = (
  textOf: (device: FleetDevice, context: TableContext) => string | null,
  className = '',
) =>
  class TextCell extends Cell {
    protected override readonly root = element('span', className);
    protected override draw(device: FleetDevice, context: TableContext): void {
      this.root.textContent = textOf(device, context) ?? NO_VALUE;
    }
  };

function label(node: HTMLElement, text: string): void {
  node.setAttribute('aria-label', text);
  node.title = text;
}

function button(className: string | undefined, content: Node): HTMLButtonElement {
  const node = document.createElement('button');
  node.type = 'button';
  node.className = className ?? '';
  node.append(content);
  return node;
}
