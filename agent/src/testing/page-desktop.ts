import { FakeDesktop } from './fake-desktop.ts';

const SIZE = { width: 640, height: 400 };
const STEP = 20;
const WORDS = 24;

/** A screen with a page of coloured words, no line like another, that scrolls up. */
export class PageDesktop extends FakeDesktop {
  #lines = 0;

  constructor() {
    super(SIZE);
    for (let y = 0; y < SIZE.height; y += STEP) this.#drawLine(y);
  }

  scrollPage(): void {
    this.scroll({ x: 0, y: 0, w: SIZE.width, h: SIZE.height }, STEP);
    this.#drawLine(SIZE.height - STEP);
  }

  #drawLine(y: number): void {
    this.#lines += 1;
    for (let word = 0; word < WORDS; word += 1) {
      const number = Math.imul(this.#lines * WORDS + word, 0x9e37_79b1) >>> 8;
      const w = 8 + (number % 16);
      this.draw([(number >> 3) & 0xc0, number & 0xc0, 0x40], { x: 8 + word * 26, y: y + 3, w, h: 12 });
    }
  }
}
