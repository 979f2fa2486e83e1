import { deepEqual, equal, match } from 'node:assert/strict';
import { accessMarkHeader } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('create project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const projects = '/api/admin/projects';

  it('links every enabled environment, returns its address and emits project-created', async () => {
    const editor = app.as(app.users.editor);
    let answer: Awaited<ReturnType<typeof editor.post>> | undefined;
    const events = await app.eventsOf('toggles', async () => {
      answer = await editor.post(projects, {
        id: 'shop',
        name: 'Shop 🛒',
        description: '',
        mode: 'protected',
        defaultStickiness: 'userId',
      });
    });
    const settings = {
      id: 'shop',
      name: 'Shop 🛒',
      description: '',
      mode: 'protected',
      defaultStickiness: 'userId',
      featureLimit: null,
    };
    equal(answer?.status, 201);
    equal(answer?.headers['location'], '/api/admin/projects/shop');
    // Identity reacts to the event, so the caller's next request waits for it.
    equal(answer?.headers[accessMarkHeader], `toggles=${(await app.events('toggles')).at(-1)?.sequence}`);
    deepEqual(answer?.body, { ...settings, environments: ['development', 'production'] });
    const [event, ...more] = events;
    deepEqual(more, []);
    equal(event?.type, 'project-created');
    equal(event?.project, 'shop');
    equal(event?.createdBy, 'editor');
    equal(event?.preData, null);
    deepEqual(event?.data, { ...settings, featureNaming: { pattern: null, example: null, description: null }, linkTemplates: [] });
  });

  it('defaults to an open project with the default stickiness', async () => {
    const { body } = await app.as(app.users.editor).post(projects, { id: 'plain', name: 'Plain' });
    equal(body.mode, 'open');
    equal(body.defaultStickiness, 'default');
  });

  it('uses the named environments once each, even disabled ones, and takes the feature limit', async () => {
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/environments', { name: 'paused', type: 'test', enabled: false })).status, 201);
    const environments = ['paused', 'production', 'paused'];
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app
        .as(app.users.editor)
        .post(projects, { id: 'narrow', name: 'Narrow', featureLimit: 0, environments });
      deepEqual([status, body.featureLimit, body.environments], [201, 0, ['production', 'paused']]);
    });
    deepEqual(
      events.map(({ type, data }) => [type, (data as { featureLimit: number }).featureLimit]),
      [['project-created', 0]],
    );
    const { body } = await admin.get(`${projects}/narrow`);
    deepEqual(
      body.environments.map(({ environment }: { environment: string }) => environment),
      ['production', 'paused'],
    );
    equal((await admin.post(`${projects}/narrow/features`, { name: 'beyond' })).status, 403);
  });

  it('refuses an unknown environment and names it', async () => {
    const sent = { id: 'lost', name: 'Lost', environments: ['production', 'nowhere'] };
    const { status, body } = await app.as(app.users.admin).post(projects, sent);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'environments']);
    match(body.message, /nowhere/);
    equal((await app.as(app.users.admin).get(`${projects}/lost`)).status, 404);
  });

  it('makes features start with the environments of the project', async () => {
    await app.as(app.users.admin).post(projects, { id: 'linked', name: 'Linked' });
    equal((await app.as(app.users.admin).post(`${projects}/linked/features`, { name: 'of-linked' })).status, 201);
    const { body } = await app.as(app.users.admin).get(`${projects}/linked`);
    deepEqual(
      body.features[0].environments.map(({ name }: { name: string }) => name),
      ['development', 'production'],
    );
  });

  for (const [title, body, property] of [
    ['an id with a blank', { id: 'a b', name: 'x' }, 'id'],
    ['no id', { name: 'x' }, 'id'],
    ['no name', { id: 'nameless' }, 'name'],
    ['an empty name', { id: 'nameless', name: '' }, 'name'],
    ['no environments', { id: 'none', name: 'x', environments: [] }, 'environments'],
    ['a feature limit of false', { id: 'limited', name: 'x', featureLimit: false }, 'featureLimit'],
    ['an unknown mode', { id: 'odd', name: 'x', mode: 'shut' }, 'mode'],
    ['a description that is too long', { id: 'long', name: 'x', description: 'x'.repeat(10_001) }, 'description'],
  ] as const) {
    it(`refuses ${title} and names the property`, async () => {
      const answer = await app.as(app.users.admin).post(projects, body);
      equal(answer.status, 400);
      equal(answer.body.name, 'ValidationError');
      equal(answer.body.details[0].path, property);
    });
  }

  it('refuses an id in use, and treats ids as case-sensitive', async () => {
    const admin = app.as(app.users.admin);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await admin.post(projects, { id: 'default', name: 'Again' });
      equal(status, 409);
      equal(body.name, 'NameExistsError');
    });
    deepEqual(events, []);
    equal((await admin.post(projects, { id: 'Default', name: 'Another' })).status, 201);
  });

  it('accepts one of two racing requests', async () => {
    const admin = app.as(app.users.admin);
    const answers = await Promise.all([1, 2].map((n) => admin.post(projects, { id: 'race', name: `Race ${n}` })));
    deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    );
  });

  it('refuses a viewer with 403, even for a bad body, and an anonymous caller with 401', async () => {
    const { status, body } = await app.as(app.users.viewer).post(projects, { id: 'a b' });
    equal(status, 403);
    deepEqual(body.permissions, ['CREATE_PROJECT']);
    equal((await app.as(null).post(projects, { id: 'a b' })).status, 401);
  });
});

describe('validate project id', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const validate = '/api/admin/projects/validate';

  it('accepts a free id without reserving it', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).post(validate, { id: 'free' });
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(events, []);
    equal((await app.as(app.users.admin).get('/api/admin/projects/free')).status, 404);
  });

  it('refuses an id in use with 409 and an invalid one with 400', async () => {
    equal((await app.as(app.users.editor).post(validate, { id: 'default' })).status, 409);
    const { status, body } = await app.as(app.users.editor).post(validate, { id: '..' });
    equal(status, 400);
    match(body.message, /^id /);
  });

  it('refuses a viewer with 403', async () => {
    equal((await app.as(app.users.viewer).post(validate, { id: 'free' })).status, 403);
  });
});
