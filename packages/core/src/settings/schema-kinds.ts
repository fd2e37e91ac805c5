/** The few kinds of value that settings are made of, so that the schema files read as tables. */
import * as z from 'zod/mini';

export const flag = z.optional(z.boolean());
export const text = z.optional(z.string());
export const someText = z.string().check(z.minLength(1));
export const number = z.optional(z.number());
export const whole = z.optional(z.int());
export const positive = z.optional(z.number().check(z.positive()));
export const texts = z.optional(z.array(z.string()));
export const textMap = z.optional(z.record(z.string(), z.string()));
export const anything = z.optional(z.unknown());

/** Shown by editors that read the generated JSON Schema. */
export const about = <T extends z.ZodMiniType>(schema: T, words: string): T => schema.check(z.describe(words));

/** An optional object that keeps the keys it doesn't know. */
export const group = <T extends Parameters<typeof z.looseObject>[0]>(shape: T) => z.optional(z.looseObject(shape));
