#!/usr/bin/env node
/**
 * An MCP server that is safe to replay: `node server.mjs FOLDER` keeps its charges in FOLDER.
 * Whoever lost an answer may send the same call again, or ask for it by its key; there is one charge either way.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import { KeyReused, openCharges } from './charges.mjs';

const charges = openCharges(process.argv[2] ?? 'charges');
const server = new McpServer({ name: 'payments', version: '1.0.0' });

const requestId = z
  .uuid()
  .describe('A fresh random UUID for each charge that is wanted. Send the same one again only to repeat that request.');
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const failure = (value) => ({ ...text(value), isError: true });

server.registerTool(
  'charge_card',
  {
    description: 'Charges an account once for each request_id.',
    inputSchema: { request_id: requestId, account: z.string().min(1), cents: z.int().positive() },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  (request) => {
    try {
      return text(JSON.stringify(charges.charge(request)));
    } catch (error) {
      if (!(error instanceof KeyReused)) throw error;
      return failure(
        'Nothing was charged: this request_id belongs to another charge. Look it up with get_charge, or use a new one.',
      );
    }
  },
);

server.registerTool(
  'get_charge',
  {
    description: 'Tells whether the charge of a request_id was made, and shows it. Changes nothing.',
    inputSchema: { request_id: requestId },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  ({ request_id }) => {
    const charge = charges.find(request_id);
    return text(JSON.stringify(charge === undefined ? { found: false } : { found: true, charge }));
  },
);

await server.connect(new StdioServerTransport());
