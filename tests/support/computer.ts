import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAgent, type Agent, type AgentEnd } from '@vigil/agent/agent';
import { systemClock, type Clock } from '@vigil/agent/clock';
import type { OpenDesktop } from '@vigil/agent/desktop';
import { finishKeyChange } from '@vigil/agent/key-change';
import { loadSigner } from '@vigil/agent/signer';
import { folderStore } from '@vigil/agent/state-store';
import { FakeHost } from '@vigil/agent/testing/fake-host';
import { within } from './within.ts';

/** The long wait of an agent that is refused passes in a second. */
const impatient: Clock = { ...systemClock, after: (ms, run) => systemClock.after(Math.min(ms, 1_000), run) };

export interface ComputerOptions {
  readonly name: string;
  /** Tells the hardware from that of a copy. */
  readonly mac: string;
  /** Its disk is a copy of the disk of this one. */
  readonly copyOf?: Computer;
  /** Its screen; none without it. */
  readonly openDesktop?: OpenDesktop;
  /** Of the person in front of it; yes without it. */
  readonly answer?: Promise<boolean | null>;
  /** Without it, no wait is longer than a second, unless there is a screen, whose viewers are waited for. */
  readonly clock?: Clock;
}

/** A computer with the agent's folder on its disk, which starts the agent again as a service manager does. */
export class Computer implements Disposable {
  readonly #url: string;
  readonly #name: string;
  readonly #folder: string;
  readonly #host = new FakeHost();
  readonly ends: AgentEnd[] = [];
  readonly #clock: Clock;
  #agent: Agent | null = null;

  constructor(
    stack: { readonly url: string },
    { name, mac, copyOf, openDesktop, answer, clock = openDesktop ? systemClock : impatient }: ComputerOptions,
  ) {
    this.#url = stack.url;
    this.#name = name;
    this.#clock = clock;
    this.#host.mac = mac;
    if (openDesktop) this.#host.openDesktop = openDesktop;
    if (answer) this.#host.answer = answer;
    this.#folder = mkdtempSync(path.join(tmpdir(), 'vigil-clone-'));
    if (copyOf) cpSync(copyOf.#folder, this.#folder, { recursive: true });
  }

  async turnOn(enrolToken?: string): Promise<void> {
    const store = folderStore(this.#folder);
    finishKeyChange(store);
    const agent = createAgent({
      server: this.#url,
      enrolToken,
      version: '1.0.0',
      store,
      signer: loadSigner(store),
      host: this.#host,
      clock: this.#clock,
      name: this.#name,
    });
    this.#agent = agent;
    void this.#followEnd(agent);
    await within(`the agent of ${this.#name} starts`, agent.start());
  }

  async #followEnd(agent: Agent): Promise<void> {
    const end = await agent.ended;
    this.ends.push(end);
    if (end === 'restart') await this.turnOn();
  }

  turnOff(): void {
    this.#agent?.stop();
  }

  get isConnected(): boolean {
    return this.#agent?.state === 'connected';
  }

  /** What the person in front of it was asked. */
  get questions(): readonly string[] {
    return this.#host.questions;
  }

  get guid(): string {
    return this.#agent?.guid ?? '';
  }

  [Symbol.dispose](): void {
    this.turnOff();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
