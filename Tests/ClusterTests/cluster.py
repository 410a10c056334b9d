"""A cluster of Spark on this machine, which only this machine can reach."""

import contextlib
import os
import shutil
import socket
import sys
import time

LOOPBACK = "127.0.0.1"


def free_port():
    with socket.socket() as found:
        found.bind((LOOPBACK, 0))
        return found.getsockname()[1]


def builder_of(master, connect_port=None, **settings):
    """Returns the builder of a session; with a port also of a server of Spark Connect."""
    os.environ["SPARK_LOCAL_IP"] = LOOPBACK
    # Executors run this interpreter, which has pyarrow.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    values = {
        "spark.driver.bindAddress": LOOPBACK, "spark.driver.host": LOOPBACK, "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4", "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR"}
    if connect_port is not None:
        values["spark.plugins"] = "org.apache.spark.sql.connect.SparkConnectPlugin"
        values["spark.connect.grpc.binding.address"] = LOOPBACK
        values["spark.connect.grpc.binding.port"] = str(connect_port)
    values.update(settings)
    builder = SparkSession.builder.master(master).appName("compass-kernel")
    for name, value in values.items():
        builder = builder.config(name, value)
    return builder


@contextlib.contextmanager
def session(builder):
    """A session, which ends with the block, and with it what its workers have written.

    It is started once more if the first attempt fails, as happens on a machine with much to do.
    """
    try:
        spark = builder.getOrCreate()
    except Exception as error:
        print(f"cluster: the session did not start and is started again: {error}", file=sys.stderr)
        time.sleep(5)
        spark = builder.getOrCreate()
    application = spark.sparkContext.applicationId
    try:
        yield spark
    finally:
        spark.stop()
        remove_work_folder(application)


def remove_work_folder(application):
    """Removes what workers of a local cluster leave in the folder of pyspark, which other clusters may use."""
    import pyspark

    work = os.path.join(os.path.dirname(pyspark.__file__), "work")
    shutil.rmtree(os.path.join(work, application), ignore_errors=True)
    # It remains as long as there are those of others.
    with contextlib.suppress(OSError):
        os.rmdir(work)
