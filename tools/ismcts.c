/* An ISMCTS (Cowling, Powley & Whitehouse 2012, as OpenSpiel has it) on top of the kernel: something to measure by.
   The readable one, choice for choice the same, is in tests/bots/oracles.py. `tools/rival.py` compiles this file. */
#include "../bluke_cli/kernel/_kernel.c"
#include <math.h>

enum { MOST_ITERATIONS = 20000, SLOTS = 1 << 16 };

/* What one seat knows when it is to play: visits and sums of utilities of the cards tried. */
typedef struct { uint64_t key; int visits[PACK_SIZE]; double sums[PACK_SIZE]; } Node;

static Node nodes[MOST_ITERATIONS + 1];
static int slots[SLOTS], nodes_used; /* slots: numbers of nodes, from 1 */

static uint64_t mixed(uint64_t key, uint64_t more)
{
    Rng rng = {key ^ more};
    return next(&rng);
}

/* The node of a key, made if it was not there. */
static Node *node_of(uint64_t key, int *is_new)
{
    int at = (int)(key % SLOTS);
    while (slots[at] && nodes[slots[at]].key != key)
        at = (at + 1) % SLOTS;
    *is_new = !slots[at];
    if (*is_new) {
        slots[at] = ++nodes_used;
        nodes[nodes_used] = (Node){.key = key};
    }
    return &nodes[slots[at]];
}

/* A card not yet tried, at random, else the one of the highest upper confidence bound. */
static int chosen(const Node *node, Mask legal, double weight, Rng *rng)
{
    Mask untried = 0;
    double total = 0, best_value = 0;
    int best = -1;
    for (Mask rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest);
        untried |= node->visits[card] ? 0 : BIT(card);
        total += node->visits[card];
    }
    if (untried)
        return at_random(untried, rng);
    for (Mask rest = legal; rest; rest &= rest - 1) {
        int card = lowest(rest), visits = node->visits[card];
        double value = node->sums[card] / visits + weight * sqrt(log(total) / visits);
        if (best < 0 || value > best_value) {
            best = card;
            best_value = value;
        }
    }
    return best;
}

/* Walk down the tree in one world, play out at random from the first new node, and enter what came of it. */
static void simulate(const Position *p, double weight, Rng *rng)
{
    Table t = p->table;
    Node *path[PACK_SIZE];
    int card[PACK_SIZE], seat[PACK_SIZE], length = 0, is_new = 0, policy[SEATS] = {RANDOM};
    uint64_t history = 0;
    deal_world(&t, p->seat, rng);
    while (t.left && !is_new) {
        seat[length] = turn(&t);
        path[length] = node_of(mixed(mixed(history, (uint64_t)seat[length]), t.holding[turn(&t)]), &is_new);
        card[length] = chosen(path[length], legal_of(&t, t.holding[turn(&t)]), weight, rng);
        history = mixed(history, (uint64_t)card[length] + 1);
        play(&t, card[length++]);
    }
    play_out(&t, policy, NULL, rng);
    while (length--) {
        path[length]->visits[card[length]]++;
        path[length]->sums[card[length]] += (double)utility(p, &t, seat[length]) / (t.players - 1);
    }
}

PyDoc_STRVAR(ismcts_doc, "ismcts(position, seed, iterations, weight) -> the card tried most often, of equals the lowest");
static PyObject *ismcts(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *data;
    Py_ssize_t size;
    unsigned long long seed;
    int iterations, weight, is_new, best = -1;
    Position p;
    if (!PyArg_ParseTuple(args, "y#Kii", &data, &size, &seed, &iterations, &weight) || !read_position(data, size, &p))
        return NULL;
    if (iterations < 1 || iterations > MOST_ITERATIONS)
        return wrong("this is no number of iterations");
    memset(slots, 0, sizeof slots);
    nodes_used = 0;
    for (int i = 0; i < iterations; i++) {
        Rng rng = stream(seed, (uint64_t)i);
        simulate(&p, weight, &rng);
    }
    const Node *root = node_of(mixed(mixed(0, (uint64_t)p.seat), p.table.holding[p.seat]), &is_new);
    for (int card = 0; card < PACK_SIZE; card++)
        if (root->visits[card] && (best < 0 || root->visits[card] > root->visits[best]))
            best = card;
    return PyLong_FromLong(best);
}

static PyMethodDef rival_methods[] = {{"ismcts", ismcts, METH_VARARGS, ismcts_doc}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef rival_module = {.m_base = PyModuleDef_HEAD_INIT, .m_name = "ismcts", .m_size = -1,
                                          .m_methods = rival_methods};
PyMODINIT_FUNC PyInit_ismcts(void) { return PyModule_Create(&rival_module); }
