/** Loaded before a client whose address cannot be changed: what it sends to api.remove.bg by TLS goes to the product of the test instead. */
const https = require('node:https');
const net = require('node:net');

https.Agent.prototype.createConnection = ({ host, hostname }) => {
  if ((hostname ?? host) !== 'api.remove.bg') throw new Error('Only api.remove.bg is expected');
  return net.connect(Number(process.env.PRODUCT_PORT), '127.0.0.1');
};
