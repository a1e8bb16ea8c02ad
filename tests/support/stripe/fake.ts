// The part of Stripe that the product uses: a server, objects (in the files beside this one), and events signed like Stripe's.
// The product calls it through Stripe's own package, in whose API version (2026-10-28) the objects are: the fields are
// Stripe's, the values ours. tests/api/billing-api-versions.test.ts tests other versions.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { z } from 'zod';
import { readText } from '../sources.ts';

const json = z.record(z.string(), z.unknown());
type Json = z.output<typeof json>;
type Answer = { status: number; body: Json };

export type FakeSubscription = {
  id: string;
  customer: string;
  companyId: string;
  status: string;
  quantity: number;
  cancelAt: number | null;
};
type FakeSession = {
  id: string;
  customer: string;
  companyId: string;
  quantity: number;
  status: 'open' | 'complete' | 'expired';
  successUrl: string;
  cancelUrl: string;
};

/** Handles the next matching request, once; null continues normally. */
type Interruption = { fits: RegExp; act: () => Promise<Answer | 'lost' | null>; isAfter: boolean };

export type SignedEvent = { id: string; payload: string; signature: string };

const recorded = (name: string): Json => json.parse(JSON.parse(readText(`tests/support/stripe/${name}.json`)));
const id = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`;

export const webhookSecret = 'whsec_recorded_for_the_tests';
export const declined: Answer = {
  status: 402,
  body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
};
const missing: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } },
};
const notOpen: Answer = {
  status: 400,
  body: {
    error: { type: 'invalid_request_error', message: 'Only Checkout Sessions with a status of open can be expired.' },
  },
};

export class FakeStripe {
  url = '';
  readonly requests: string[] = [];
  readonly customers = new Set<string>();
  readonly sessions = new Map<string, FakeSession>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  readonly interruptions: Interruption[] = [];
  readonly #answered = new Map<string, Answer>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The fake has no port.');
    this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Called before the request is executed: another response, `lost`, or null to continue after a delay. */
  before(fits: RegExp, act: Interruption['act']): void {
    this.interruptions.push({ fits, act, isAfter: false });
  }

  /** Called after the request was executed, before the response. */
  after(fits: RegExp, act: Interruption['act']): void {
    this.interruptions.push({ fits, act, isAfter: true });
  }

  /** The person pays on Stripe's page; returns the events that Stripe then sends. */
  pay(checkoutUrl: string | null): SignedEvent {
    const session = this.sessions.get(checkoutUrl?.split('/').at(-1) ?? '');
    if (session?.status !== 'open') throw new Error('This checkout cannot be paid.');
    session.status = 'complete';
    const { customer, companyId, quantity } = session;
    const subscription = { id: id('sub'), customer, companyId, quantity, status: 'active', cancelAt: null };
    this.subscriptions.set(subscription.id, subscription);
    return this.event('checkout.session.completed', this.#sessionOf(session));
  }

  subscriptionOf(companyId: string): FakeSubscription {
    const own = [...this.subscriptions.values()].filter((one) => one.companyId === companyId).at(-1);
    if (!own) throw new Error('This company has no subscription.');
    return own;
  }

  /** A change made at Stripe, and its event. */
  happen(companyId: string, type: string, change: Partial<FakeSubscription>): SignedEvent {
    const subscription = Object.assign(this.subscriptionOf(companyId), change);
    if (!type.startsWith('invoice.')) return this.event(type, this.rendered(subscription));
    const details = { metadata: { companyId }, subscription: subscription.id };
    const parent = { quote_details: null, subscription_details: details, type: 'subscription_details' };
    return this.event(type, { ...recorded('invoice'), customer: subscription.customer, parent });
  }

  event(type: string, object: Json, how: { secret?: string; ageSeconds?: number } = {}): SignedEvent {
    return this.signed({ ...recorded('event'), id: id('evt'), type, data: { object } }, how);
  }

  signed(event: Json & { id: string }, { secret = webhookSecret, ageSeconds = 0 } = {}): SignedEvent {
    const payload = JSON.stringify(event, null, 2);
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
    const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { id: event.id, payload, signature };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    const url = new URL(request.url ?? '/', 'http://stripe');
    const line = `${request.method} ${url.pathname}`;
    this.requests.push(line);
    const key = String(request.headers['idempotency-key'] ?? '');
    const before = await this.#interrupt(line, false);
    const known = request.method === 'POST' ? this.#answered.get(`${line} ${key}`) : undefined;
    const answer = before ?? known ?? this.#answer(line, url, body);
    if (before === null && key !== '') this.#answered.set(`${line} ${key}`, answer === 'lost' ? missing : answer);
    const instead = before === null ? await this.#interrupt(line, true) : null;
    const final = instead ?? answer;
    if (final === 'lost') return void request.socket.destroy();
    response.writeHead(final.status, { 'content-type': 'application/json', 'request-id': id('req') });
    response.end(JSON.stringify(final.body));
  }

  async #interrupt(line: string, isAfter: boolean): Promise<Answer | 'lost' | null> {
    const index = this.interruptions.findIndex((one) => one.isAfter === isAfter && one.fits.test(line));
    const [found] = index < 0 ? [] : this.interruptions.splice(index, 1);
    return found ? found.act() : null;
  }

  #answer(line: string, url: URL, body: URLSearchParams): Answer {
    const [, name = ''] = /^\w+ \/v1\/\w+\/(?:sessions\/)?(\w+)/.exec(line) ?? [];
    if (line === 'POST /v1/customers') return this.#createCustomer(body);
    if (line === 'POST /v1/checkout/sessions') return this.#createSession(body);
    if (line === 'POST /v1/billing_portal/sessions')
      return ok({ id: id('bps'), object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/test' });
    if (line === 'GET /v1/subscriptions') return this.#list(url.searchParams.get('customer') ?? '');
    if (line.startsWith('GET /v1/prices/')) return ok(recorded('price'));
    if (line.startsWith('GET /v1/customers/'))
      return this.customers.has(name) ? ok({ ...recorded('customer'), id: name }) : missing;
    const session = this.sessions.get(name);
    if (session) return line.endsWith('/expire') ? this.#expire(session) : ok(this.#sessionOf(session));
    const subscription = this.subscriptions.get(name);
    if (!subscription) return missing;
    const quantity = Number(body.get('items[0][quantity]') ?? subscription.quantity);
    return ok(this.rendered(Object.assign(subscription, { quantity })));
  }

  #createCustomer(body: URLSearchParams): Answer {
    const customer = id('cus');
    this.customers.add(customer);
    return ok({ ...recorded('customer'), id: customer, email: body.get('email'), name: body.get('name') });
  }

  #createSession(body: URLSearchParams): Answer {
    const session: FakeSession = {
      id: id('cs_test'),
      customer: body.get('customer') ?? '',
      companyId: body.get('subscription_data[metadata][companyId]') ?? '',
      quantity: Number(body.get('line_items[0][quantity]')),
      status: 'open',
      successUrl: body.get('success_url') ?? '',
      cancelUrl: body.get('cancel_url') ?? '',
    };
    this.sessions.set(session.id, session);
    return ok(this.#sessionOf(session));
  }

  #expire(session: FakeSession): Answer {
    if (session.status !== 'open') return notOpen;
    session.status = 'expired';
    return ok(this.#sessionOf(session));
  }

  #list(customer: string): Answer {
    if (!this.customers.has(customer)) return missing;
    const own = [...this.subscriptions.values()].filter((one) => one.customer === customer).reverse();
    const rendered = own.map((one) => this.rendered(one));
    return ok({ object: 'list', data: rendered, has_more: false, url: '/v1/subscriptions' });
  }

  #sessionOf({ id: own, customer, companyId, status, successUrl, cancelUrl }: FakeSession): Json {
    const url = status === 'open' ? `${this.url}/pay/${own}` : null;
    const urls = { url, success_url: successUrl, cancel_url: cancelUrl };
    return { ...recorded('checkout-session'), id: own, customer, status, client_reference_id: companyId, ...urls };
  }

  /** In Stripe's format. */
  rendered({ id: own, customer, companyId, status, quantity, cancelAt }: FakeSubscription): Json {
    const blank = z.looseObject({ items: z.looseObject({ data: z.array(json) }) }).parse(recorded('subscription'));
    const data = blank.items.data.map((row) => ({ ...row, id: own.replace('sub', 'si'), quantity, subscription: own }));
    const items = { ...blank.items, data };
    return { ...blank, id: own, customer, status, cancel_at: cancelAt, metadata: { companyId }, items };
  }
}

const ok = (body: Json): Answer => ({ status: 200, body });
