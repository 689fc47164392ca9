import { expect, type APIResponse, type Page } from "@playwright/test";

import type { Server } from "./server.js";
import type { Service } from "./service.js";

/** One person's account, and what the person does over REST with the session of a browser. */
export class Person {
  readonly externalId: string;
  readonly email: string;
  readonly password = "correct horse battery staple";
  readonly #server: Server;
  #page: Page | undefined;

  private constructor(externalId: string, server: Server) {
    this.externalId = externalId;
    this.email = `${externalId}@example.com`;
    this.#server = server;
  }

  static async named(externalId: string, server: Server, role = "user"): Promise<Person> {
    const person = new Person(externalId, server);
    await server.addUser(person.email, person.password, role);
    return person;
  }

  /** Signs in without the form: the page's browser has the session from then on. */
  async signIn(page: Page): Promise<void> {
    const form = { email: this.email, password: this.password };
    const answer = await page.request.post(`${this.#server.url}/ui/sign-in`, {
      form,
      headers: { Origin: this.#server.url },
      maxRedirects: 0,
    });
    expect(answer.status()).toBeLessThan(400);
    this.#page = page;
  }

  async switchMemory(granted: boolean): Promise<void> {
    const answer = await this.rest("PUT", "consent", { granted });
    expect(answer.status()).toBe(200);
  }

  /** A request to `/api/v1/me/…` as the signed-in browser sends it. */
  async rest(method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<APIResponse> {
    if (this.#page === undefined) throw new Error("sign in first");
    return this.#page.request.fetch(`${this.#server.url}/api/v1/me/${path}`, {
      method,
      headers: { Origin: this.#server.url },
      ...(data === undefined ? {} : { data }),
    });
  }

  /** Has a service save something about the person: a plain fact, unless `more` says otherwise. */
  async tell(service: Service, statement: string, more: object = {}): Promise<string> {
    const memory = { subject: this.externalId, statement, kind: "FACT", sensitivity: "normal", ...more };
    return (await service.save(memory)).memory_id;
  }

  /** Has a service propose something about the person: a plain fact, unless `more` says otherwise. */
  async hint(service: Service, statement: string, more: object = {}): Promise<string> {
    const candidate = { subject: this.externalId, statement, kind: "FACT", sensitivity: "normal", ...more };
    return (await service.propose(candidate)).memory_id;
  }

  /** What a service recalls about the person. */
  async recalled(service: Service, query: string): Promise<string[]> {
    const { memories } = await service.recall({ subject: this.externalId, query });
    return memories.map(({ statement }) => statement);
  }

  /** Changes the memory's statement from somewhere else. */
  async correctElsewhere(memoryId: string, statement: string, more: object = {}): Promise<void> {
    const { version, memory } = await (await this.rest("POST", `memories/${memoryId}/open`)).json();
    const corrected = { ...memory, statement, ...more };
    const answer = await this.rest("PUT", `memories/${memoryId}`, { version, memory: corrected });
    expect(answer.status()).toBe(200);
  }

  /** Deletes the memory from somewhere else. */
  async deleteElsewhere(memoryId: string): Promise<void> {
    const { version } = await (await this.rest("POST", `memories/${memoryId}/open`)).json();
    const answer = await this.rest("POST", "memories/delete", { chosen: [{ memory_id: memoryId, version }] });
    expect(answer.status()).toBe(200);
  }
}
