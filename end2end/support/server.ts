import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = resolve(import.meta.dirname, "../..");
const binary = process.env["E2E_BINARY"] ?? join(root, "target/debug/gieok");
/** The same server with a clock that tests move. */
const movable = process.env["E2E_MOVABLE"] ?? join(root, "target/debug/examples/movable_clock");
const site = process.env["E2E_SITE"] ?? join(root, "target/site");
const model = join(root, ".model/multilingual-e5-small");
const readyWithin = 60_000;
const stopsWithin = 10_000;
const rememberedOutput = 64 * 1024;

/** What a test file may choose about its server, with `test.use({ demo: true })`. */
export interface ServerOptions {
  /** Start with the demo's accounts and memories. */
  demo: boolean;
  /** Start with a clock that `moveClock` moves. */
  movableClock: boolean;
  /** Further settings, as environment variables. */
  serverEnv: Record<string, string>;
}

/** A running `gieok serve` with a data folder of its own. */
export class Server {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #child: ChildProcess;
  #output = "";
  #gone: string | undefined;

  private constructor(port: number, dataDir: string, options: ServerOptions) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#env = {
      ...process.env,
      GIEOK_SERVER_LISTEN: `127.0.0.1:${port}`,
      GIEOK_SERVER_SITE: site,
      GIEOK_MODEL_DIR: join(dataDir, "models", "configured"),
      // All tests sign in from one address; the limit itself is tested over HTTP.
      GIEOK_LOGIN_BURST_PER_ADDRESS: "1000",
      ...options.serverEnv,
    };
    const demo = options.demo ? ["--demo"] : [];
    this.#child = spawn(options.movableClock ? movable : binary, ["serve", ...demo, "--data-dir", dataDir], {
      cwd: dataDir,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-rememberedOutput);
      });
    }
    this.#child.once("error", (error) => {
      this.#gone = `could not be started (${error.message})`;
    });
    this.#child.once("exit", (code, signal) => {
      this.#gone = `ended with ${signal ?? `code ${code}`}`;
    });
  }

  static async start(options: ServerOptions): Promise<Server> {
    const dataDir = await mkdtemp(join(tmpdir(), "gieok-e2e-"));
    // One model under two names is two models to choose from.
    await mkdir(join(dataDir, "models"));
    for (const name of ["configured", "other"]) await symlink(model, join(dataDir, "models", name));
    const server = new Server(await freePort(), dataDir, options);
    try {
      await server.#ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Moves the server's clock on to so many seconds ahead of the machine's. */
  async moveClock(seconds: number): Promise<void> {
    await writeFile(join(this.dataDir, "clock"), `${seconds}`);
  }

  /** What the server has written so far, its last 64 KB. */
  get output(): string {
    return this.#output;
  }

  /** Runs `gieok ARGS --data-dir DIR` beside the server, for example `cli("key", "create", "--service", "notes")`. */
  async cli(...args: string[]): Promise<string> {
    return (await this.#run(args, "")).stdout;
  }

  /** Makes a key for a chat service, and says what scope the service's own memories have. */
  async addService(name: string): Promise<{ key: string; scope: string }> {
    const { stdout, stderr } = await this.#run(["key", "create", "--service", name], "");
    return { key: stdout.trim(), scope: `service:${/svc_[0-9a-z]+/.exec(stderr)?.[0] ?? "unknown"}` };
  }

  /** Imports memories, each with at least `subject` and `statement`. Ends once the search index has them. */
  async import(name: string, memories: object[]): Promise<void> {
    const file = join(this.dataDir, `${name}.jsonl`);
    const lines = memories.map((memory, place) => ({ type: "memory", id: `${name}-${place}`, ...memory }));
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    await this.#run(["import", file], "");
  }

  /** Makes an account that can sign in with this password; chat services call it by the part before the `@`. */
  async addUser(email: string, password: string, role = "user"): Promise<void> {
    const externalId = email.slice(0, email.indexOf("@"));
    const args = ["user", "add", email, "--role", role, "--external-id", externalId, "--password-stdin"];
    await this.#run(args, `${password}\n`);
  }

  async #run(args: string[], input: string): Promise<{ stdout: string; stderr: string }> {
    return new Promise((fulfil, reject) => {
      const options = { cwd: this.dataDir, env: this.#env };
      const child = execFile(binary, [...args, "--data-dir", this.dataDir], options, (error, stdout, stderr) => {
        if (error === null) fulfil({ stdout, stderr });
        else reject(new Error(`gieok ${args.join(" ")}: ${error.message}\n${stderr}`));
      });
      child.stdin?.end(input);
    });
  }

  /** Ends the server and removes its data. */
  async stop(): Promise<void> {
    if (this.#gone === undefined) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      const patience = setTimeout(() => this.#child.kill("SIGKILL"), stopsWithin);
      await ended;
      clearTimeout(patience);
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    const deadline = Date.now() + readyWithin;
    let last = "no answer";
    while (Date.now() < deadline) {
      if (this.#gone !== undefined) throw new Error(`gieok serve ${this.#gone}\n${this.#output}`);
      try {
        const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) });
        if (answer.ok) return;
        last = `status ${answer.status}`;
      } catch (error) {
        last = String(error);
      }
      await pause(50);
    }
    throw new Error(`gieok serve is not ready after ${readyWithin} ms: ${last}\n${this.#output}`);
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}
