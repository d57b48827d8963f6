import { flapping } from './flapping.ts';
import { overheating } from './overheating.ts';
import type { Scenario } from './scenario.ts';
import { slow } from './slow.ts';
import { steady } from './steady.ts';
import { storm } from './storm.ts';

export const scenarios = { steady, flapping, storm, overheating, slow } as const satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
