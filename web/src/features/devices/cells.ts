import { RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import { NO_VALUE, percentText, temperatureText } from '../../lib/format.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import type { ICellRendererComp, ICellRendererParams } from '../../ui/grid.tsx';
import { dotStateOf } from '../../entities/device/state-dot.tsx';
import classes from './cells.module.css';
import { icon, osIcon } from './cell-icons.ts';
import type { RowRef, TableContext } from './table-context.ts';

type Params = ICellRendererParams<RowRef, unknown, TableContext>;

const element = (tag: string, className = '', text = ''): HTMLElement => {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
};

/**
 * A cell that updates the DOM directly. Thousands of them change every second; a React component for each would
 * make the grid wait for the reconciler (style rule 15).
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
    if (!device) return true;
    this.shown = { device, context };
    this.draw(device, context);
    return true;
  }
}

/** A small bar with its value, red from 90 % on (spec 2 §2). */
abstract class MeterCell extends Cell {
  protected override readonly root = element('div', classes.meter);
  readonly #fill = element('div', classes.fill);
  readonly #figure = element('span', classes.figure);
  protected abstract measure(device: FleetDevice): number | null;

  constructor() {
    super();
    const track = element('div', classes.track);
    track.append(this.#fill);
    this.root.append(track, this.#figure);
  }
  protected override draw(device: FleetDevice): void {
    const value = this.measure(device);
    this.#fill.style.width = `${value ?? 0}%`;
    this.#figure.textContent = percentText(value);
    this.root.classList.toggle(classes.red ?? '', value !== null && value >= RED_USAGE_PERCENT);
    this.root.classList.toggle(classes.dim ?? '', device.alive === 0);
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
  protected override draw({ cpu_temp, alive }: FleetDevice): void {
    this.root.textContent = temperatureText(cpu_temp);
    this.root.classList.toggle(classes.redText ?? '', cpu_temp !== null && cpu_temp >= RED_CPU_TEMPERATURE);
    this.root.classList.toggle(classes.dim ?? '', alive === 0);
  }
}

export class StateCell extends Cell {
  protected override readonly root = element('span', classes.state);
  readonly #text = element('span');
  constructor() {
    super();
    this.root.append(element('i', classes.dot), this.#text);
  }
  protected override draw(device: FleetDevice, { texts }: TableContext): void {
    const state = dotStateOf(device);
    this.root.dataset.state = state;
    this.#text.textContent = texts.state[state];
  }
}

export class NameCell extends Cell {
  protected override readonly root = element('div', classes.name);
  readonly #link = document.createElement('a');
  readonly #warning = element('span', classes.warn, '⚠');
  constructor() {
    super();
    this.#link.draggable = false;
    this.#link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !this.shown) return;
      event.preventDefault();
      this.shown.context.navigate(this.shown.device.pk);
    });
    this.root.addEventListener('dragstart', (event) => this.shown?.context.startDrag?.(event, this.shown.device.pk));
    this.root.append(this.#link, this.#warning);
  }
  protected override draw({ pk, alias, possible_clone }: FleetDevice, context: TableContext): void {
    this.#link.textContent = alias;
    this.#link.href = context.addressOf(pk);
    this.#warning.hidden = possible_clone === 0;
    this.#warning.title = context.texts.clone;
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

export class ActionsCell extends Cell {
  protected override readonly root = element('div', classes.buttons);
  readonly #more = button(classes.button, icon.dots());
  readonly #approve = element('button', classes.approve);
  constructor() {
    super();
    this.#more.setAttribute('aria-haspopup', 'menu');
    this.#more.addEventListener('click', () => {
      const { left, bottom } = this.#more.getBoundingClientRect();
      this.shown?.context.openMenu(this.shown.device.pk, { x: left, y: bottom });
    });
    this.#approve.setAttribute('type', 'button');
    this.#approve.addEventListener('click', () => this.shown?.context.approve?.(this.shown.device.pk));
    this.root.append(this.#more, this.#approve);
  }
  protected override draw({ alias, approval }: FleetDevice, { texts, approve }: TableContext): void {
    this.#more.setAttribute('aria-label', texts.more(alias));
    this.#approve.textContent = texts.approve;
    this.#approve.hidden = approval === 1 || approve === null;
  }
}

export class StarCell extends Cell {
  protected override readonly root = button(`${classes.button} ${classes.star}`, icon.star());
  constructor() {
    super();
    this.root.addEventListener('click', () => this.shown?.context.toggleFavourite(this.shown.device.pk));
  }
  protected override draw(device: FleetDevice, { texts }: TableContext): void {
    const marked = device.favorate !== null;
    this.root.setAttribute('aria-pressed', String(marked));
    this.root.setAttribute('aria-label', marked ? texts.favouriteRemove : texts.favouriteAdd);
    this.root.querySelector('svg')?.setAttribute('fill', marked ? 'currentColor' : 'none');
  }
}

/** A cell of plain text. */
export const textCell = (textOf: (device: FleetDevice, context: TableContext) => string | null, className = '') =>
  class TextCell extends Cell {
    protected override readonly root = element('span', className);
    protected override draw(device: FleetDevice, context: TableContext): void {
      this.root.textContent = textOf(device, context) ?? NO_VALUE;
    }
  };

function button(className: string | undefined, content: Node): HTMLButtonElement {
  const node = document.createElement('button');
  node.type = 'button';
  node.className = className ?? '';
  node.append(content);
  return node;
}
