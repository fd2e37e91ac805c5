/**
 * The page of `qwen mcp gates --html`, opened and clicked through in a real browser. It is made from a real canary run of
 * a few cases, so that what is drawn is what happened. Needs Chromium: `.ci/run` installs it; elsewhere the test says so.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

it('has a browser to be tested in, on a machine that judges changes', () => {
  expect(CHROMIUM !== undefined || process.env['CI'] === undefined).toBe(true);
});

describe.runIf(CHROMIUM !== undefined)('the page of qwen mcp gates', () => {
  let stage: Stage;
  let browser: Browser;
  let file: string;

  beforeAll(async () => {
    stage = await createStage();
    await stage.settle({});
    file = join(stage.home.project, 'gates.html');
    await runQwen(stage.home, { args: ['mcp', 'canary', '--only', 'unsafe/missing'] });
    const { stderr } = await runQwen(stage.home, { args: ['mcp', 'gates', '--html', 'gates.html'] });
    expect(stderr).toContain(`Wrote ${file}`);
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: QUIET });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (colorScheme: 'light' | 'dark') => {
    const page = await browser.newPage({ colorScheme });
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    return { page, asked, errors };
  };

  it('shows eight gates on top, asks for nothing but itself, and has no errors', async () => {
    const { page, asked, errors } = await open('light');
    expect(await page.locator('.gate').count()).toBe(8);
    expect(await page.locator('.gate h3').first().textContent()).toContain('1. The version that runs');
    expect({ asked, errors }).toEqual({ asked: [pathToFileURL(file).href], errors: [] });
  });

  it('opens a run and draws its sequence: the commit, the loss, what was told', async () => {
    const { page } = await open('light');
    const run = page.locator('details', { hasText: 'unsafe/missing/stdio/direct/core' });
    expect(await run.locator('svg').isVisible()).toBe(false);
    await run.locator('summary').click();
    expect(await run.locator('svg').isVisible()).toBe(true);
    const labels = await run.locator('svg text').allTextContents();
    const order = ['tools/call, send 1', 'commits', 'told: the outcome is unknown'].map((text) => labels.indexOf(text));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.every((place) => place > 0)).toBe(true);
    expect(labels.filter((text) => text.startsWith('tools/call'))).toEqual(['tools/call, send 1']);
  });

  it('filters the runs by its buttons', async () => {
    const { page } = await open('light');
    const shown = (): Promise<number> => page.locator('details:visible').count();
    const all = await shown();
    expect(all).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'failed' }).click();
    expect(await shown()).toBe(0);
    await page.getByRole('button', { name: 'unsafe' }).click();
    expect(await shown()).toBe(all);
    expect(await page.getByRole('button', { name: 'unsafe' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('is dark for a reader who wants it dark', async () => {
    const background = async (scheme: 'light' | 'dark'): Promise<string> => {
      const { page } = await open(scheme);
      return page.evaluate('getComputedStyle(document.body).backgroundColor');
    };
    expect([await background('light'), await background('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(20, 23, 26)']);
  });

  it('opens every sequence for print', async () => {
    const { page } = await open('dark');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    const runs = await page.locator('details').count();
    expect(await page.locator('details svg:visible').count()).toBe(runs);
    expect(await page.locator('.filters').isVisible()).toBe(false);
  });
});
