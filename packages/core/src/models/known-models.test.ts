import { expect, it } from 'vitest';
import { knownWindow } from './context-window.js';
import { listModels } from './list-models.js';
import { modalitiesOf } from './modalities.js';
import { resolveModel } from './registry.js';

it.each([
  ['gpt-4o-mini', true, false],
  ['openai/gpt-5.1', true, false],
  ['o3', true, false],
  ['o3-mini', false, false],
  ['claude-opus-4-6', true, false],
  ['gemini-3-pro-preview', true, true],
  ['qwen3-vl-plus', true, false],
  ['qwen-vl-max', true, false],
  ['qwen3-omni-flash', true, true],
  ['qwen3-coder-plus', false, false],
  ['deepseek-chat', false, false],
  ['local', false, false],
])('knows what %s can be shown', (name, image, audio) => {
  expect(modalitiesOf(name)).toEqual({ image, audio });
});

it.each([
  ['google/gemini-2.5-pro', 1_048_576],
  ['claude-sonnet-4-5', 200_000],
  ['claude-opus-5-5', 1_000_000],
  ['gpt-4o', 128_000],
  ['gpt-4', 8_192],
  ['qwen3-coder-plus', 1_000_000],
  ['qwen3-coder-480b', 262_144],
  ['qwen3.5-plus', 1_000_000],
  ['local', 200_000],
])('knows how much %s takes', (name, tokens) => {
  expect(knownWindow(name)).toBe(tokens);
});

it('believes the settings more than the name', () => {
  const { options } = resolveModel({
    flags: { model: 'gpt-4o' },
    env: { OPENAI_API_KEY: 'k' },
    settings: { model: { generationConfig: { contextWindowSize: 10, modalities: { image: false, audio: true } } } },
  });
  expect([options.contextWindow, options.sees]).toEqual([10, { image: false, audio: true }]);
});

it('lists what can be switched to, the current model first when no entry names it', () => {
  const settings = {
    modelProviders: { openai: [{ id: 'a', name: 'A' }], mine: [{ id: 'b' }], unmapped: [{ id: 'c' }] },
    providerProtocol: { mine: 'gemini' },
  };
  const listed = [
    { id: 'a', name: 'A', protocol: 'openai' },
    { id: 'b', protocol: 'gemini' },
  ];
  expect(listModels(settings, { name: 'a', protocol: 'openai' })).toEqual(listed);
  expect(listModels(settings, { name: 'x', protocol: 'anthropic' })).toEqual([
    { id: 'x', protocol: 'anthropic' },
    ...listed,
  ]);
});
