import { expect, type APIRequestContext } from "@playwright/test";

import type { Server } from "./server.js";

export interface Recalled {
  memories: { memory_id: string; statement: string }[];
  context: string;
  degraded: boolean;
}

/** A chat service with a key of its own, as a program that talks REST. */
export class Service {
  readonly #request: APIRequestContext;
  readonly #url: string;
  readonly #key: string;
  /** The scope of what only this service uses. */
  readonly scope: string;

  private constructor(request: APIRequestContext, url: string, key: string, scope: string) {
    this.#request = request;
    this.#url = url;
    this.#key = key;
    this.scope = scope;
  }

  static async named(name: string, server: Server, request: APIRequestContext): Promise<Service> {
    const { key, scope } = await server.addService(name);
    return new Service(request, server.url, key, scope);
  }

  async save(memory: object): Promise<{ index_state: string; memory_id: string }> {
    const answer = await this.#post("/api/v1/memories", memory);
    expect(answer.status()).toBe(201);
    return answer.json();
  }

  /** Proposes a candidate, drawn from the statement's own words unless `candidate` says otherwise. */
  async propose(candidate: { statement: string }): Promise<{ memory_id: string }> {
    const source = { event_id: "m-1", role: "user", span: candidate.statement };
    const answer = await this.#post("/api/v1/candidates", { confidence: 0.8, source, ...candidate });
    expect(answer.status()).toBe(201);
    return answer.json();
  }

  async recall(question: object): Promise<Recalled> {
    const answer = await this.#post("/api/v1/recall", question);
    expect(answer.status()).toBe(200);
    return answer.json();
  }

  /** The error code of a request that has to be refused. */
  async refusal(path: string, body: object): Promise<{ status: number; code: string }> {
    const answer = await this.#post(path, body);
    const { code } = await answer.json();
    return { status: answer.status(), code };
  }

  async #post(path: string, data: object) {
    return this.#request.post(`${this.#url}${path}`, { data, headers: { Authorization: `Bearer ${this.#key}` } });
  }
}
